import { ApiProblem } from '@freeor/api-client/client'
import type { ImportAccount } from '@freeor/courses/questions/import/schema'

/** Sends a file of questions as it is. @throws ApiProblem when the API refuses it */
export async function sendFile(lessonId: string, file: File): Promise<ImportAccount> {
  const query = new URLSearchParams({ lessonId, name: file.name })
  const answer = await fetch(`/api/question-imports?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new ApiProblem(answer.status, body as Record<string, unknown>)
  return body as ImportAccount
}
