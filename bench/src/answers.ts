import { atMost, atRate } from './load.ts'
import type { Person } from './server/server.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const LEARNERS = 30
const PER_SECOND = 300
const AT_ONCE = 32

type Attempt = { id: string; questions: { questionId: string; options: { id: string }[] }[] }

/** A learner with an attempt that has just begun; each click is the next of their device. */
async function begin(person: Person, lessonId: string) {
  const { text } = await person.send('POST', '/api/quiz-attempts', { lessonId })
  const { id, questions }: Attempt = JSON.parse(text)
  let number = 0
  return async (): Promise<number> => {
    number += 1
    const question = questions[number % questions.length]
    const optionId = question?.options[number % question.options.length]?.id
    const body = { optionId, device: 'bench', number, seen: 0 }
    const path = `/api/quiz-attempts/${id}/answers/${question?.questionId}`
    return (await person.send('PUT', path, body)).status
  }
}

/** Clicks on answers: the aim is 300 a second, 95 of 100 within 100 ms. */
export async function benchAnswers(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const { seconds } = system.options
  const people = await server.newPeople(LEARNERS)
  const listed = await people[0]?.send('GET', '/api/courses/intro/lessons')
  const { lessons }: { lessons: { _docId: string }[] } = JSON.parse(listed?.text ?? '{"lessons":[]}')
  const clicks = await Promise.all(people.map((person) => begin(person, lessons[0]?._docId ?? '')))
  const lines: string[][] = []
  for (const [name, load] of [
    [`${PER_SECOND} a second`, () => atRate(clicks, { seconds, perSecond: PER_SECOND })],
    [`${AT_ONCE} at once`, () => atMost(clicks, { seconds, atOnce: AT_ONCE })],
  ] as const) {
    const { ms, others, perSecond } = await load()
    const quantiles = [0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share)))
    lines.push([name, number(perSecond), ...quantiles, String(others)])
  }
  say(`\nAnswer clicks of ${LEARNERS} learners on the production server\n`)
  say(table(['load', 'a second', 'p50', 'p95', 'p99', 'refused'], lines))
}
