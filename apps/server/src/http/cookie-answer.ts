/** A JSON answer that also changes whose session the browser holds. Its body is held to the contract like any other. */
export class CookieAnswer<Body = unknown> {
  readonly body: Body
  readonly cookies: readonly string[]

  constructor({ body, cookies }: { readonly body: Body; readonly cookies: readonly string[] }) {
    this.body = body
    this.cookies = cookies
  }
}
