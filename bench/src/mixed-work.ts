import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { download } from '@freeor/leads/downloads/schema'
import { startWriting } from './autosaves.ts'
import { beginAttempt, firstQuiz } from './learners.ts'
import { askSearch, interactions, waitOf } from './people.ts'
import { countsOfStates } from './questions.ts'
import { openVisitor, type Reply, readJson, type Visitor } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person, ProductionServer } from './server/server.ts'

const SEARCHERS = 12
const BUYERS = 4
const LEARNERS = 12
const AUTHORS = 3
/** One signs in every two seconds, so each rarely enough for the limit of an account. */
const SIGNING_IN = 60
const CLICKS_OF_AN_ATTEMPT = 50
const LEADS_OF_A_FILE = 25
const READY_WITHIN_MS = 60_000

/** How often each kind of work was done, and how. */
export type Done = { readonly ms: number[]; refused: number; failed: number }

/** Does one thing after the other with a pause between them, and keeps count. */
type Work = {
  readonly pauseMs: number
  /** Does the next thing; gives its name and its answer. */
  next(): Promise<readonly [name: string, reply: Pick<Reply, 'status' | 'headers'>]>
}

/** What people do on both sites at the same time: until it is stopped, then what was done. */
export async function startMixedWork(server: ProductionServer): Promise<() => Promise<Map<string, Done>>> {
  const searchers = await server.newPeople(SEARCHERS)
  const buyers = await server.newPeople(BUYERS)
  const learners = await server.newPeople(LEARNERS)
  const known = await server.newPeople(SIGNING_IN)
  for (const { email } of buyers)
    await server.freeor(['grant', email, '2000', '--reason', 'To be measured'], () => undefined)
  const [learner] = learners
  if (!learner) throw new Error('Nobody signed up')
  const lessonId = await firstQuiz(learner)
  const works: Work[] = [
    ...searchers.map((person, at) => searcher(server, person, at)),
    ...buyers.map(buyer),
    ...(await Promise.all(learners.map(async (person) => await learnerOf(server, person, lessonId)))),
    ...(await authors(server)),
    signingIn(server, known),
  ]
  const done = new Map<string, Done>()
  let isOver = false
  const working = works.map(async (work) => {
    while (!isOver) {
      await doOne(work, done)
      await delay(work.pauseMs)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(working)
    return done
  }
}

async function doOne({ next }: Work, done: Map<string, Done>): Promise<void> {
  const started = performance.now()
  const [name, reply] = await next()
  const own = done.get(name) ?? { ms: [], refused: 0, failed: 0 }
  done.set(name, own)
  if (reply.status < 300) own.ms.push(performance.now() - started)
  else if (reply.status === 429 || reply.status === 503) {
    own.refused += 1
    await delay(waitOf(reply))
  } else own.failed += 1
}

const openPage = async (visitor: Visitor, path: string): Promise<Reply> =>
  await visitor.send('GET', path, undefined, { accept: 'text/html', 'accept-encoding': 'gzip' })

/** Searches, and between searches looks at pages. */
function searcher({ leadsUrl }: ProductionServer, person: Person, at: number): Work {
  const browser = openVisitor(leadsUrl, person.cookie)
  let step = at
  const next = async () => {
    step += 1
    const count = countsOfStates[step % countsOfStates.length]
    const interaction = interactions[step % interactions.length]
    if (step % 6 === 0) return ['pages of Leads', await openPage(browser, '/search')] as const
    if (step % 6 === 3) return ['pages of Leads', await openPage(browser, '/settings/billing')] as const
    const question = step % 2 === 0 ? interaction : count
    if (!question) throw new Error('There is nothing to ask')
    return ['searches', await askSearch(person, question)] as const
  }
  return { pauseMs: 1000, next }
}

/** Asks what leads would cost, orders them, waits for the file and fetches it. */
function buyer(person: Person, at: number): Work {
  let step = at
  const next = async () => {
    step += 1
    const [clause] = countsOfStates[(step * 3) % countsOfStates.length]?.clauses ?? []
    const body = { dictId: DICTIONARY, filter: clause?.text ?? '' }
    if (step % 2 === 0) return ['quotes', await person.send('POST', '/api/downloads/quote', body)] as const
    const order = { ...body, limit: LEADS_OF_A_FILE }
    const key = { 'idempotency-key': randomUUID() }
    const reply = await person.send('POST', '/api/downloads', order, key)
    if (reply.status >= 300) return ['downloads', reply] as const
    return ['downloads', await fetchFile(person, download.parse(readJson(reply)).id)] as const
  }
  return { pauseMs: 4000, next }
}

async function fetchFile(person: Person, id: string): Promise<Reply> {
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until) {
    const reply = await person.send('GET', `/api/downloads/${id}`)
    if (reply.status >= 300) return reply
    if (download.parse(readJson(reply)).state === 'ready')
      return await person.send('GET', `/api/downloads/${id}/file`)
    await delay(200)
  }
  throw new Error(`The file of ${id} was not ready within a minute`)
}

/** Answers questions, opens lessons, and begins again. */
async function learnerOf(server: ProductionServer, person: Person, lessonId: string): Promise<Work> {
  const browser = openVisitor(server.coursesUrl, person.cookie)
  let attempt = await beginAttempt(person, lessonId)
  let step = 0
  const next = async () => {
    step += 1
    if (step % CLICKS_OF_AN_ATTEMPT === 0) attempt = await beginAttempt(person, lessonId)
    if (step % 5 === 0)
      return ['pages of Courses', await openPage(browser, '/course/crs_introduction/lesson/2')] as const
    await attempt.click()
    return ['answers', { status: 200, headers: {} }] as const
  }
  return { pauseMs: 1000, next }
}

/** Authors who go on writing, each a lesson. */
async function authors(server: ProductionServer): Promise<Work[]> {
  const login = server.logins.find(({ role }) => role === 'super_admin')
  if (!login) throw new Error('No sample login is a super admin')
  const works: Work[] = []
  for (let n = 0; n < AUTHORS; n++) {
    const author = await server.signIn({ ...login, site: 'courses' })
    const made = readJson(await author.send('POST', '/api/courses', { name: `Soak ${n}` }))
    const save = await startWriting(author, (made as { _docId: string })._docId)
    const next = async () => ['autosaves', { status: await save(), headers: {} }] as const
    works.push({ pauseMs: 2000, next })
  }
  return works
}

function signingIn({ leadsUrl }: ProductionServer, people: readonly Person[]): Work {
  let step = 0
  const next = async () => {
    step += 1
    const { email, password, cookie } = people[step % people.length] as Person
    const mark = cookie.split('; ').filter((each) => each.startsWith('freeor.device='))
    const browser = openVisitor(leadsUrl, mark.join('; '))
    const reply = await browser.send('POST', '/api/auth/sign-in/email', { email, password })
    browser.close()
    return ['sign-ins', reply] as const
  }
  return { pauseMs: 2000, next }
}
