import { ApiProblem } from '@freeor/api-client/client'

/** Sends a file as it is. @throws ApiProblem when the API refuses it; TypeError when it is not reached */
export async function sendPackage<Answer>(path: string, file: File): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const body: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new ApiProblem(answer.status, body as Record<string, unknown>)
  return body as Answer
}

/** What to say of a failure; only what the API said is for its user. */
export const sentenceOfFailure = (error: unknown, notReached: string): string =>
  error instanceof ApiProblem ? error.message : notReached
