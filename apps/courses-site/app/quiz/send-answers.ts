import type { ApiClient } from '@freeor/api-client/client'
import {
  type AnswerQueue,
  refuseClick,
  renameDevice,
  settleClick,
  type WaitingClick,
} from '@freeor/courses/attempts/answer-queue'
import { tellChange } from './queue-news.ts'
import { changeQueue, listWaiting, newDeviceName } from './queue-storage.ts'

/** `later`: the network or the server is away. `signed out`: the clicks stay until their learner is signed in. */
export type SendOutcome = 'sent' | 'later' | 'signed out'

const PATIENCE_MS = 15_000

/**
 * Sends the learner's waiting clicks of all attempts, in their order. Only one tab of a browser does so at a time, as
 * the others wait for its lock; without locks each click still counts once.
 */
export async function sendAnswers(api: ApiClient, userId: string): Promise<SendOutcome> {
  const work = async () => await sendAll(api, userId)
  // There are none on an unencrypted address that is not this machine's.
  if (!navigator.locks) return await work()
  return await navigator.locks.request('freeor-quiz-sender', work)
}

/** A queue that is refused, because its learner is not signed in, holds up no other. */
async function sendAll(api: ApiClient, userId: string): Promise<SendOutcome> {
  const refused = new Set<string>()
  for (;;) {
    const queues = (await listWaiting(userId)).filter(({ attemptId }) => !refused.has(attemptId))
    if (queues.length === 0) return refused.size === 0 ? 'sent' : 'signed out'
    for (const queue of queues) {
      const outcome = await sendFirst(api, queue)
      if (outcome === 'later') return outcome
      if (outcome === 'signed out') refused.add(queue.attemptId)
    }
  }
}

/** Sends the first click of the queue and stores what became of it. */
async function sendFirst(api: ApiClient, queue: AnswerQueue): Promise<SendOutcome> {
  const [click] = queue.waiting
  if (!click) return 'sent'
  const sent = await send(api, queue, click)
  if (sent === 'later' || sent === 'signed out') return sent
  await changeQueue(queue, (now) => (now.device === queue.device ? sent(now) : now))
  tellChange(queue.attemptId)
  return 'sent'
}

type Change = (queue: AnswerQueue) => AnswerQueue

async function send(
  api: ApiClient,
  { attemptId, device }: AnswerQueue,
  click: WaitingClick,
): Promise<Change | Exclude<SendOutcome, 'sent'>> {
  const { questionId, optionId, number, seen } = click
  try {
    const { data, error, response } = await api.PUT('/api/quiz-attempts/{attemptId}/answers/{questionId}', {
      params: { path: { attemptId, questionId } },
      body: { optionId, device, number, seen },
      signal: AbortSignal.timeout(PATIENCE_MS),
      // Reaches the server also when the tab is closed now.
      keepalive: true,
    })
    if (data) return (queue) => settleClick(queue, click, data)
    return refusalOf(response.status, error, click)
  } catch {
    return 'later'
  }
}

function refusalOf(
  status: number,
  problem: object | undefined,
  click: WaitingClick,
): Change | Exclude<SendOutcome, 'sent'> {
  // 404: somebody else is signed in here, or the address is another installation's. Nothing is thrown away.
  if (status === 401 || status === 403 || status === 404) return 'signed out'
  if (status === 409 && problem && 'graded' in problem) return (queue) => refuseClick(queue, click, 'graded')
  if (status === 409 && problem && 'number' in problem) return (queue) => renameDevice(queue, newDeviceName())
  if (status === 409 || status === 422) return (queue) => refuseClick(queue, click, 'refused')
  return 'later'
}
