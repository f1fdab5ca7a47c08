import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AttemptFaultPoint, attemptFaultPoints } from '@freeor/courses/attempts/ports'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  coursesAlone,
  examine,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** A server process is killed at each named point of an answer and of grading; then the same call is sent again. */

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string
let attempt: QuizAttempt

const client = () => clientOf(server.url, token)

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir, '', coursesAlone)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

/** The quiz of the default course's first lesson. */
async function start(): Promise<QuizAttempt> {
  const listed = await client().call('GET', '/api/courses/intro/lessons')
  const lessonId = listed.body.lessons[0]?._docId
  const started = await client().call('POST', '/api/quiz-attempts', { body: { lessonId } })
  expect(started.status, started.text).toBe(200)
  return started.body
}

const path = () => `/api/quiz-attempts/${attempt.id}` as const

function answer(number: number) {
  const question = attempt.questions[number - 1]
  const body = { optionId: question?.options[0]?.id, device: 'phone', number, seen: 0 }
  return client().call('PUT', `${path()}/answers/${question?.questionId}`, { body })
}

const grade = () => client().call('POST', `${path()}/grade`, { body: { device: 'phone', number: 2 } })

/** Sends the call to a server that dies on it, and again to the one that follows. */
async function sendTwice<T>(point: AttemptFaultPoint, send: () => Promise<T>): Promise<T> {
  await writeFile(join(dataDir, 'die-at'), point)
  await send().catch(() => undefined)
  await server.ended
  await rm(join(dataDir, 'die-at'))
  server = await startServerProcess(dataDir, '', coursesAlone)
  return await send()
}

describe.each(attemptFaultPoints)('a server killed at the point "%s" of a quiz', (point) => {
  test.each(Array.from({ length: inject('faultRounds') }, (_, round) => round))(
    'has, started again, each answer once, and one grade (round %i)',
    async () => {
      attempt = await start()
      expect((await answer(1)).status).toBe(200)
      const isOfGrade = point === 'grade-scored' || point === 'grade-committed'
      const second = isOfGrade ? await answer(2) : await sendTwice(point, () => answer(2))
      expect([second.status, second.body]).toMatchObject([200, { revision: 1, conflict: [] }])
      const graded = isOfGrade ? await sendTwice(point, grade) : await grade()
      expect(graded.status, graded.text).toBe(200)
      const read = await client().call('GET', path())
      expect(read.body).toEqual(graded.body)
      expect(read.body).toMatchObject({ graded: true, answered: 2 })
      const chosen = attempt.questions.map(({ options }, at) => (at < 2 ? options[0]?.id : null))
      expect(read.body.questions.map(({ selectedAnswer }) => selectedAnswer)).toEqual(chosen)
      expect((await examine(dataDir, coursesAlone)).invariants.filter(({ ok }) => !ok)).toEqual([])
    },
  )
})
