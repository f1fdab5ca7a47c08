import { atMost, atRate, type Click } from './load.ts'
import type { Visitor } from './server/http.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const LESSONS = 50
const PER_SECOND = 20

async function makeCourse(author: Visitor): Promise<string> {
  const made = await author.send('POST', '/api/courses', { name: 'Fifty lessons' })
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
  const { _docId } = JSON.parse(made.text) as { _docId: string }
  for (let n = 0; n < LESSONS; n += 1) {
    const { status, text } = await author.send('POST', `/api/courses/${_docId}/lessons`, {})
    if (status !== 201) throw new Error(`${status} ${text}`)
  }
  return _docId
}

/** Opening a course of 50 lessons as its author: the aim is 95 of 100 within 150 ms. */
export async function benchCourseOf50(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const login = server.logins.find(({ role }) => role === 'super_admin')
  if (!login) throw new Error('No sample login is a super admin')
  const author = await server.signIn({ ...login, site: 'courses' })
  const course = await makeCourse(author)
  const lines: string[][] = []
  const { seconds } = system.options
  const atTwenty = (click: Click) => atRate([click], { seconds, perSecond: PER_SECOND })
  const oneByOne = (click: Click) => atMost([click], { seconds, atOnce: 1 })
  for (const [name, path, load] of [
    [`the list of learners, ${PER_SECOND} a second`, `/api/courses/${course}/lessons`, atTwenty],
    [`the outline of authors, ${PER_SECOND} a second`, `/api/courses/${course}/outline`, atTwenty],
    ['the page, one after the other', `/course/${course}`, oneByOne],
  ] as const) {
    const { ms, others, perSecond } = await load(async () => (await author.send('GET', path)).status)
    const quantiles = [0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share)))
    lines.push([name, number(perSecond), ...quantiles, String(others)])
  }
  say(`\nOpening a course of ${LESSONS} lessons as its author, on the production server\n`)
  say(table(['what', 'a second', 'p50', 'p95', 'p99', 'refused'], lines))
}
