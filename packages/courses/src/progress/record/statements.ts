import { createHash } from 'node:crypto'
import type { LearnerRecord } from './queries.ts'

const verbs = {
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  experienced: 'http://adlnet.gov/expapi/verbs/experienced',
} as const

export type StatementContext = { readonly userId: string; readonly name: string; readonly origin: string }

/** A UUID made of what the statement is about: the same record is the same statements, however often it is exported. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  // Version 8 of RFC 9562: of our own making.
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** A record as xAPI statements (version 1.0.3): a quiz that was completed, a video that was watched. */
export function statementsOf({ runs, watched }: LearnerRecord, context: StatementContext): object[] {
  const { userId, name, origin } = context
  const actor = { objectType: 'Agent', name, account: { homePage: origin, name: userId } }
  const verb = (key: keyof typeof verbs) => ({ id: verbs[key], display: { 'en-US': key } })
  const activity = (path: string, title: string, type: string) => ({
    objectType: 'Activity',
    id: `${origin}${path}`,
    definition: { name: { 'en-US': title }, type: `http://adlnet.gov/expapi/activities/${type}` },
  })
  return [
    ...runs.map((run) => ({
      id: uuidOf(`${userId} ${run.attemptId}`),
      actor,
      verb: verb('completed'),
      object: activity(`/quiz/${run.attemptId}`, `${run.lesson}: ${run.quiz}`, 'assessment'),
      result: {
        completion: true,
        score: {
          ...{ raw: run.score, min: 0, max: run.questions },
          scaled: run.questions === 0 ? 0 : run.score / run.questions,
        },
      },
      timestamp: run.gradedAt.toISOString(),
    })),
    ...watched.map(({ lessonId, lesson, minutes, share, updatedAt }) => ({
      id: uuidOf(`${userId} ${lessonId} ${updatedAt.toISOString()}`),
      actor,
      verb: verb('experienced'),
      object: activity(`/api/lessons/${lessonId}`, lesson, 'lesson'),
      result: { duration: `PT${minutes}M`, ...(share !== null && { completion: share >= 1 }) },
      timestamp: updatedAt.toISOString(),
    })),
  ]
}
