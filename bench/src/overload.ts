import { setTimeout as delay } from 'node:timers/promises'
import { searchBody } from './engines/freeor.ts'
import { type HealthTimes, watchHealth } from './health.ts'
import { type Clicks, firstQuiz, startLearners } from './learners.ts'
import { type LightClient, openLightClient, type Prepared, prepare } from './light-client.ts'
import { atMost, type Click } from './load.ts'
import { interactions } from './people.ts'
import { countsOfStates } from './questions.ts'
import { whenInMemory } from './server/engine.ts'
import { openVisitor } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person, ProductionServer } from './server/server.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

const PEOPLE = 100
const LEARNERS = 20
const AT_ONCE = 16
const TIMES = 10
/** The share of what the server can do that comes before the overload and after it. */
const USUAL = 0.25
const AFTER_SECONDS = 30
/** It is as before when p95 is at most this many times what it was, or this many milliseconds more. */
const AS_BEFORE = 1.5
const LEAST_MS = 50
const WINDOW_SECONDS = 2
const STEADY_SECONDS = 5
const STRIDE = 7

type Load = { readonly client: LightClient; readonly asks: readonly Prepared[] }
type Answered = {
  /** 0 where the connection broke. */
  readonly status: number
  /** It has a Retry-After. */
  readonly saysWhen: boolean
  readonly due: number
  readonly ms: number
}

/** Ten times what the server can do: what it answers meanwhile, and how soon it is as before. */
export async function benchOverload(system: BenchSystem): Promise<void> {
  const server = await system.server()
  await system.leads()
  const { seconds } = system.options
  const people = await server.newPeople(PEOPLE)
  const learners = await server.newPeople(LEARNERS)
  const client = openLightClient()
  const load: Load = { client, asks: asksOf(server, people) }
  await warm(server, load)
  const most = await atMost(clicksOf(load), { seconds, atOnce: AT_ONCE })
  note(`  ${number(most.perSecond)} a second are what the server can do`)
  const usual = Math.max(1, Math.round(most.perSecond * USUAL))
  const before = await Promise.all(await arrive(load, { seconds, perSecond: usual }))
  const [learner] = learners
  if (!learner) throw new Error('Nobody signed up')
  const stopLearners = await startLearners(learners, await firstQuiz(learner))
  const health = watchHealth(server)
  const flood = await arrive(load, { seconds: seconds * 4, perSecond: Math.round(most.perSecond * TIMES) })
  const ended = performance.now()
  const healthTimes = await health()
  const arriving = arrive(load, { seconds: AFTER_SECONDS, perSecond: usual })
  const during = await Promise.all(flood)
  const after = await Promise.all(await arriving)
  const clicks = await stopLearners()
  client.close()
  say(
    `\nOverload for ${seconds * 4} s: ${number(most.perSecond)} answers a second are what the server can do\n`,
  )
  say(
    table(
      ['calls', 'came a second', 'answered a second', 'p50', 'p95', 'p99', 'other answers'],
      [lineOf('before', before), lineOf(`${TIMES} times as many`, during), lineOf('after', after)],
    ),
  )
  printOutcome({ before, during, after, ended, healthTimes, clicks })
}

/** What people of both sites ask for, in turn: three of ten are searches, five pages, two session checks. */
function asksOf(server: ProductionServer, people: readonly Person[]): Prepared[] {
  return people.flatMap(({ cookie, address }, at) => {
    const known = { cookie, 'x-forwarded-for': address }
    const stranger = { 'x-forwarded-for': openVisitor(server.leadsUrl).address }
    const page = (url: string, path: string, headers: Readonly<Record<string, string>>) =>
      prepare(url, {
        method: 'GET',
        path,
        headers: { ...headers, accept: 'text/html', 'accept-encoding': 'gzip' },
      })
    const question = interactions[at % interactions.length]
    const counts = [0, 1].map((n) => countsOfStates[(2 * at + n) % countsOfStates.length])
    const search = `/api/search/${DICTIONARY}`
    const me = prepare(server.leadsUrl, { method: 'GET', path: '/api/me', headers: known })
    return [
      ...[question, ...counts].flatMap((one) =>
        one
          ? prepare(server.leadsUrl, { method: 'POST', path: search, headers: known, body: searchBody(one) })
          : [],
      ),
      ...['/', '/course/crs_introduction/lesson/2', '/reading-list'].map((path) =>
        page(server.coursesUrl, path, known),
      ),
      ...['/', '/pricing'].map((path) => page(server.leadsUrl, path, stranger)),
      ...[me, me],
    ]
  })
}

const clicksOf = ({ client, asks }: Load): Click[] =>
  asks.map((ask) => async () => (await client.send(ask)).status)

async function warm(server: ProductionServer, load: Load): Promise<void> {
  await atMost(clicksOf(load), { seconds: 5, atOnce: 4 })
  await whenInMemory(server)
}

type Rate = { readonly seconds: number; readonly perSecond: number }

/** As many as come, however many wait, each timed from when it was due. Ends when the last has come, not its answer. */
async function arrive({ client, asks }: Load, { seconds, perSecond }: Rate): Promise<Promise<Answered>[]> {
  const answers: Promise<Answered>[] = []
  const one = async (ask: Prepared, due: number): Promise<Answered> => {
    // A connection that the machine refuses, as it does when a thousand wait, is an answer too.
    const { status, saysWhen } = await client.send(ask).catch(() => ({ status: 0, saysWhen: false }))
    return { status, saysWhen, due, ms: performance.now() - due }
  }
  const started = performance.now()
  for (let next = 0; next < seconds * perSecond; next++) {
    const due = started + (next * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    // A stride that does not divide the number of asks, so that each kind comes all the time.
    const ask = asks[(next * STRIDE) % asks.length]
    if (ask) answers.push(one(ask, due))
  }
  return answers
}

function lineOf(name: string, answers: readonly Answered[]): string[] {
  const first = answers[0]?.due ?? 0
  const arriving = ((answers.at(-1)?.due ?? 0) - first) / 1000
  const answering = (Math.max(...answers.map(({ due, ms }) => due + ms)) - first) / 1000
  const good = answers.filter(({ status }) => status === 200).map(({ ms }) => ms)
  return [
    name,
    number(answers.length / arriving),
    number(good.length / answering),
    ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(good, share))),
    countOthers(answers),
  ]
}

function countOthers(answers: readonly Answered[]): string {
  const counts = new Map<string, number>()
  for (const { status, saysWhen } of answers) {
    if (status === 200) continue
    const name = status === 0 ? 'broken' : `${status}${saysWhen ? '' : ' without Retry-After'}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count.toLocaleString('en-US')} x ${name}`).join(', ')
}

const p95Of = (answers: readonly Answered[]): number =>
  quantile(
    answers.map(({ ms }) => ms),
    0.95,
  )

/**
 * Seconds from the end of the overload until the slowest answers are about as quick as before, and stay so for some seconds.
 * A few slow calls long after that are no part of it: a window has about eighty, and the fourth slowest is its p95.
 */
function secondsUntilAsBefore({ before, after, ended }: Outcome): number {
  const usual = p95Of(before)
  const limit = Math.max(usual * AS_BEFORE, usual + LEAST_MS)
  const isAsBefore = (second: number) => {
    const from = ended + second * 1000
    return p95Of(after.filter(({ due }) => due >= from && due < from + WINDOW_SECONDS * 1000)) <= limit
  }
  for (let second = 0; second + STEADY_SECONDS + WINDOW_SECONDS <= AFTER_SECONDS; second++)
    if (Array.from({ length: STEADY_SECONDS }, (_, i) => second + i).every(isAsBefore)) return second
  return Number.POSITIVE_INFINITY
}

type Outcome = {
  readonly before: readonly Answered[]
  readonly during: readonly Answered[]
  readonly after: readonly Answered[]
  readonly ended: number
  readonly healthTimes: HealthTimes
  readonly clicks: Clicks
}

function printOutcome(outcome: Outcome): void {
  const { during, healthTimes, clicks, ended } = outcome
  const { own, site } = healthTimes
  const isRefusal = ({ status, saysWhen }: Answered) => (status === 429 || status === 503) && saysWhen
  const wrong = during.filter((answer) => answer.status !== 200 && !isRefusal(answer)).length
  const last = (Math.max(...during.map(({ due, ms }) => due + ms)) - ended) / 1000
  say('')
  say(
    table(
      ['the overload', 'seen', 'to reach'],
      [
        ['answers that are neither right nor a refusal with Retry-After', String(wrong), '0'],
        ['health p99', inMs(quantile(own, 0.99)), '25 ms'],
        ['health, the slowest', inMs(Math.max(...own)), ''],
        [
          'health p99 and the slowest at the port of a site',
          `${inMs(quantile(site, 0.99))}, ${inMs(Math.max(...site))}`,
          '',
        ],
        ['seconds until its last answer', number(last), ''],
        ['seconds until p95 is as before', number(secondsUntilAsBefore(outcome)), '10'],
        ['clicks on answers counted, p95', `${clicks.ms.length}, ${inMs(quantile(clicks.ms, 0.95))}`, ''],
        ['clicks refused, and sent again', String(clicks.refused), ''],
        ['clicks that were counted and are lost', String(clicks.lost), '0'],
      ],
    ),
  )
}
