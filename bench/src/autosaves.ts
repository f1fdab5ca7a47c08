import { atMost, atRate, type Click } from './load.ts'
import type { Visitor } from './server/http.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const LESSONS = 60
const AUTHORS = 10
const PER_SECOND = 200
const AT_ONCE = 32
const PARAGRAPHS = 60

const paragraph = 'What one believes is nobody else’s to command, and what one does may be. '.repeat(5)

type Made = { _docId: string; version?: number }

async function readBody<T>(asked: Promise<{ status: number; text: string }>): Promise<T> {
  const { status, text } = await asked
  if (status >= 300) throw new Error(`${status} ${text}`)
  return JSON.parse(text) as T
}

/** An author who goes on writing a lesson of some 20 KB: each save begins with the version before it, as a page does. */
export async function startWriting(author: Visitor, courseId: string): Promise<Click> {
  const lesson = await readBody<Made>(author.send('POST', `/api/courses/${courseId}/lessons`, {}))
  const path = `/api/lessons/${lesson._docId}`
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => paragraph)
  let { version } = await readBody<{ version: number }>(author.send('GET', `${path}/source`))
  let saves = 0
  let before: Promise<unknown> = Promise.resolve()
  const save = async (): Promise<number> => {
    saves += 1
    paragraphs[saves % PARAGRAPHS] = `${paragraph} ${saves}`
    const body = { version, device: 'bench', number: saves, transcript: paragraphs.join('\n\n') }
    const { status, text } = await author.send('PATCH', path, body)
    if (status === 200) version = (JSON.parse(text) as { version: number }).version
    return status
  }
  // A page sends one save at a time.
  return async () => {
    const own = before.then(save, save)
    before = own
    return await own
  }
}

/** Autosaves with their history: the aim is 200 a second, 95 of 100 within 100 ms. */
export async function benchAutosaves(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const { seconds } = system.options
  const login = server.logins.find(({ role }) => role === 'super_admin')
  if (!login) throw new Error('No sample login is a super admin')
  const authors: Visitor[] = []
  for (let n = 0; n < AUTHORS; n++) authors.push(await server.signIn({ ...login, site: 'courses' }))
  const clicks: Click[] = []
  for (const [at, author] of authors.entries()) {
    const course = await readBody<Made>(author.send('POST', '/api/courses', { name: `Bench ${at}` }))
    for (let n = 0; n < LESSONS / AUTHORS; n++) clicks.push(await startWriting(author, course._docId))
  }
  const lines: string[][] = []
  for (const [name, load] of [
    [`${PER_SECOND} a second`, () => atRate(clicks, { seconds, perSecond: PER_SECOND })],
    [`${AT_ONCE} at once`, () => atMost(clicks, { seconds, atOnce: AT_ONCE })],
  ] as const) {
    const { ms, others, perSecond } = await load()
    const quantiles = [0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share)))
    lines.push([name, number(perSecond), ...quantiles, String(others)])
  }
  say(`\nAutosaves of ${LESSONS} lessons of 20 KB on the production server, each a version\n`)
  say(table(['load', 'a second', 'p50', 'p95', 'p99', 'refused'], lines))
}
