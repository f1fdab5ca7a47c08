import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from './server/server.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const LEARNERS = 30
/** Clicks that begin in each tenth of a second: 300 a second. */
const PER_TICK = 30
const TICK_MS = 100
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

type Click = () => Promise<number>

/** Times clicks; answers other than 200 are counted. */
function openTimes() {
  const ms: number[] = []
  let others = 0
  const time = async (click: Click) => {
    const started = performance.now()
    const status = await click()
    if (status === 200) ms.push(performance.now() - started)
    else others += 1
  }
  return { ms, time, others: () => others }
}

/** As many as people click, however long the answers take. */
async function atRate(clicks: readonly Click[], seconds: number) {
  const { ms, time, others } = openTimes()
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let tick = 0; tick < (seconds * 1000) / TICK_MS; tick++) {
    for (let at = 0; at < PER_TICK; at++) {
      const click = clicks[at % clicks.length]
      if (click) running.push(time(click))
    }
    await delay(TICK_MS)
  }
  await Promise.all(running)
  // A server that is too slow answers the last clicks long after they began.
  const elapsed = (performance.now() - started) / 1000
  return { ms, others: others(), perSecond: ms.length / elapsed }
}

/** One after the other on each of some connections: as many as the server can. */
async function atMost(clicks: readonly Click[], seconds: number) {
  const { ms, time, others } = openTimes()
  const end = performance.now() + seconds * 1000
  const work = async (_: unknown, at: number) => {
    const click = clicks[at % clicks.length]
    while (click && performance.now() < end) await time(click)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { ms, others: others(), perSecond: ms.length / seconds }
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
    ['300 a second', atRate],
    [`${AT_ONCE} at once`, atMost],
  ] as const) {
    const { ms, others, perSecond } = await load(clicks, seconds)
    const quantiles = [0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share)))
    lines.push([name, number(perSecond), ...quantiles, String(others)])
  }
  say(`\nAnswer clicks of ${LEARNERS} learners on the production server\n`)
  say(table(['load', 'a second', 'p50', 'p95', 'p99', 'refused'], lines))
}
