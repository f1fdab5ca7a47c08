import { setTimeout as delay } from 'node:timers/promises'
import { quizAttempt } from '@freeor/courses/attempts/schema'
import { waitOf } from './people.ts'
import { readJson } from './server/http.ts'
import type { Person } from './server/server.ts'

const CLICK_EVERY_MS = 1_000

export type Clicks = {
  /** Milliseconds from each click until it was counted, with all that its device had to send again. */
  readonly ms: readonly number[]
  readonly refused: number
  /** Answers that the server counted and does not have. */
  readonly lost: number
}

/** A learner's attempt at the first quiz of the introduction. */
export async function beginAttempt(person: Person, lessonId: string) {
  const attempt = quizAttempt.parse(readJson(await person.send('POST', '/api/quiz-attempts', { lessonId })))
  const path = `/api/quiz-attempts/${attempt.id}`
  const counted = new Map<string, string>()
  let number = 0
  let refused = 0
  /** Answers the next question, again and again until the server has counted it. */
  const click = async (): Promise<void> => {
    number += 1
    const question = attempt.questions[number % attempt.questions.length]
    const optionId = question?.options[number % question.options.length]?.id ?? ''
    const body = { optionId, device: 'bench', number, seen: 0 }
    for (;;) {
      // A connection that broke is as good as a refusal: a device sends its click again.
      const reply = await person
        .send('PUT', `${path}/answers/${question?.questionId}`, body)
        .catch(() => undefined)
      if (reply?.status === 200) break
      refused += 1
      await delay(reply ? waitOf(reply) : CLICK_EVERY_MS)
    }
    counted.set(question?.questionId ?? '', optionId)
  }
  const lost = async (): Promise<number> => {
    const { questions } = quizAttempt.parse(readJson(await person.send('GET', path)))
    const kept = new Map(questions.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]))
    return [...counted].filter(([questionId, optionId]) => kept.get(questionId) !== optionId).length
  }
  return { click, lost, refused: () => refused }
}

export async function firstQuiz(person: Person): Promise<string> {
  const listed = readJson(await person.send('GET', '/api/courses/intro/lessons'))
  const { lessons } = listed as { lessons: { _docId: string }[] }
  return lessons[0]?._docId ?? ''
}

/** Learners who answer a question each second until they are stopped; then what was counted is looked for. */
export async function startLearners(
  people: readonly Person[],
  lessonId: string,
): Promise<() => Promise<Clicks>> {
  const attempts = await Promise.all(people.map(async (person) => await beginAttempt(person, lessonId)))
  const ms: number[] = []
  let isOver = false
  const learning = attempts.map(async ({ click }) => {
    while (!isOver) {
      const started = performance.now()
      await click()
      ms.push(performance.now() - started)
      await delay(CLICK_EVERY_MS)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(learning)
    const lost = await Promise.all(attempts.map(async (attempt) => await attempt.lost()))
    return {
      ms,
      refused: attempts.reduce((sum, attempt) => sum + attempt.refused(), 0),
      lost: lost.reduce((sum, count) => sum + count, 0),
    }
  }
}
