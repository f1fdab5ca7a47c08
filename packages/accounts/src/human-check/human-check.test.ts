import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { UserActor } from '@freeor/kernel/actor'
import { fakeClock } from '@freeor/testing/clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resolveActor } from '../sessions/queries.ts'
import { type Fixture, openFixture } from '../testing.ts'
import { openAltcha } from './adapters/altcha.ts'
import { openSiteVerify } from './adapters/site-verify.ts'
import { givePass, spendHumanPass } from './commands.ts'
import type { HumanCheck } from './ports.ts'
import { solveOne, widgetAnswer } from './testing.ts'

let fixture: Fixture
let actor: UserActor
let cookie: string
const currentFixture = openFixture()
const clock = { now: () => new Date() }
const altcha = openAltcha({ secret: 'a secret of a test, long enough to be one', clock })

beforeEach(async () => {
  fixture = currentFixture()
  cookie = (await fixture.signedIn()).cookie
  const found = await resolveActor(fixture.system.auth, new Headers({ cookie }))
  if (found.kind === 'user') actor = found
})

const give = (answer: string, humanCheck: HumanCheck = altcha) => {
  const now = clock.now()
  return givePass({ db: fixture.database.db, humanCheck, now, clientAddress: '192.0.2.1' }, actor, answer)
}
const spend = (pass: string, userId = actor.userId, now = clock.now()) =>
  fixture.database.db.transaction((tx) => spendHumanPass(tx, { pass, userId, now }))

const notShown = { code: 'human_check_required' }

describe('a pass', () => {
  test('is spent once, however many try at the same time', async () => {
    const { pass } = await give(widgetAnswer(await solveOne(altcha)))
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => spend(pass)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('works for its user only, expires after ten minutes, and a rollback gives it back', async () => {
    const { pass } = await give(widgetAnswer(await solveOne(altcha)))
    await expect(spend(pass, 'usr_somebody')).rejects.toMatchObject(notShown)
    await expect(spend(pass, actor.userId, new Date(Date.now() + 601_000))).rejects.toMatchObject(notShown)
    const failing = fixture.database.db.transaction(async (tx) => {
      await spendHumanPass(tx, { pass, userId: actor.userId, now: clock.now() })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await spend(pass)
  })

  test('expires with the session it was given in', async () => {
    const { pass } = await give(widgetAnswer(await solveOne(altcha)))
    await fixture.system.call('/sign-out', { cookie })
    await expect(spend(pass)).rejects.toMatchObject(notShown)
  })
})

describe('ALTCHA', () => {
  test('accepts a solved challenge once, also in parallel requests', async () => {
    const answer = widgetAnswer(await solveOne(altcha))
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => give(answer)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('accepts nothing that was not solved, not set by us, altered or too old', async () => {
    const { challenge, solution } = await solveOne(altcha)
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
    const other = openAltcha({ secret: 'another secret, just as long as the first', clock })
    const old = openAltcha({
      secret: 'a secret of a test, long enough to be one',
      clock: fakeClock('2020-01-01T00:00:00Z'),
    })
    const wrong = [
      { challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } },
      { challenge: easier, solution },
      { challenge: { ...challenge, signature: '00' }, solution },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge, solution: { ...solution, counter: -1 } },
      await solveOne(other),
      await solveOne(old),
      { verified: true },
      [],
      null,
    ].map(widgetAnswer)
    for (const answer of [...wrong, 'true', 'not base64 at all', '{}'])
      await expect(give(answer), answer).rejects.toMatchObject(notShown)
    await give(widgetAnswer({ challenge, solution }))
  })
})

describe.each(['turnstile', 'recaptcha'] as const)('%s', (provider) => {
  let server: Server
  let asked: URLSearchParams[]
  let answer: (response: ServerResponse) => void

  beforeEach(async () => {
    asked = []
    server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      asked.push(new URLSearchParams(text))
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = (timeoutMs = 60_000) => {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/siteverify`
    return openSiteVerify({ provider, siteKey: 'site', secret: 'hush', clock, url, timeoutMs })
  }
  const says = (body: unknown) => {
    answer = (response) => response.end(JSON.stringify(body))
  }

  test('checks the token with our secret, and its answer counts once', async () => {
    says({ success: true, action: 'signup' })
    const token = `${provider} token`
    await give(token, open())
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      secret: 'hush',
      response: token,
      remoteip: '192.0.2.1',
    })
    await expect(give(token, open())).rejects.toMatchObject(notShown)
  })

  test.each([
    { success: false, 'error-codes': ['timeout-or-duplicate'] },
    { success: true, action: 'newsletter' },
    { success: true, action: '' },
    { success: true },
    { success: true, action: 'signup', score: 0.1 },
  ])('refuses %j', async (body) => {
    says(body)
    await expect(give(`token ${JSON.stringify(body)}`, open())).rejects.toMatchObject(notShown)
  })

  test('that fails, hangs, redirects, answers nonsense or refuses our secret is unavailable', async () => {
    const unavailable = { code: 'unavailable' }
    says({ success: false, 'error-codes': ['invalid-input-secret'] })
    await expect(give('a', open())).rejects.toMatchObject(unavailable)
    says('<html>')
    await expect(give('b', open())).rejects.toMatchObject(unavailable)
    answer = (response) => response.writeHead(500).end('{"success":true}')
    await expect(give('c', open())).rejects.toMatchObject(unavailable)
    answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    await expect(give('d', open())).rejects.toMatchObject(unavailable)
    answer = () => undefined
    await expect(give('e', open(50))).rejects.toMatchObject(unavailable)
  })
})
