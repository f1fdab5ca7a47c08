import type { ApiClient } from '@freeor/api-client/client'
import {
  changeOf,
  type Draft,
  type KnownVersion,
  refuseSave,
  rejectSave,
  settleSave,
} from '@freeor/courses/authoring/lessons/saving-queue'

/** `later`: the network or the server is away. `refused`: somebody else is signed in, or may not edit any more. */
export type SaveOutcome = 'later' | 'refused'

const PATIENCE_MS = 15_000

/**
 * Sends the save that the draft has begun.
 * @returns what the draft becomes by the answer, or why there was none
 */
export async function sendSave(api: ApiClient, draft: Draft): Promise<((now: Draft) => Draft) | SaveOutcome> {
  const body = changeOf(draft)
  const { lessonId, sending } = draft
  if (!body || !sending) return 'later'
  const { number } = sending
  try {
    const { data, error, response } = await api.PATCH('/api/lessons/{lessonId}', {
      params: { path: { lessonId } },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (data) return (now) => settleSave(now, number, data)
    return afterRefusal(response.status, error, number)
  } catch {
    return 'later'
  }
}

function afterRefusal(
  status: number,
  problem: object | undefined,
  number: number,
): ((now: Draft) => Draft) | SaveOutcome {
  if (status === 401 || status === 403 || status === 404) return 'refused'
  if (status === 409 && problem && 'theirs' in problem) {
    const theirs = problem.theirs as KnownVersion
    return (now) => refuseSave(now, number, theirs)
  }
  if (status === 422 || status === 413) {
    const sentence = problem && 'detail' in problem ? String(problem.detail) : ''
    return (now) => rejectSave(now, number, sentence)
  }
  return 'later'
}
