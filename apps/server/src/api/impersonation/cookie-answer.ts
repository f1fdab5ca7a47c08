/** A JSON answer that also changes whose session the browser holds. */
export function answerWithCookies(body: object, status: number, cookies: readonly string[]): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
