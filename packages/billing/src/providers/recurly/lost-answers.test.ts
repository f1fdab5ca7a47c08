import { inspect } from 'node:util'
import { AppError } from '@freeor/kernel/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../testing/adapters/fault-gate.ts'
import { done } from '../testing/contract-system.ts'
import { openRecurlySystem, type RecurlySystem } from '../testing/recurly-system.ts'

let system: RecurlySystem
let accountId: string
let tokenId: string

beforeEach(async () => {
  system = await openRecurlySystem()
  tokenId = system.token('good')
  accountId = (await system.provider.createAccount({ code: 'cus_one', email: 'ada@example.com' })).id
})
afterEach(() => system.close())

const putCard = () => system.provider.updateAccount(accountId, { tokenId })

const create = () =>
  system.provider.createSubscription({
    accountCode: 'cus_one',
    planCode: 'freeor_basic',
    idempotencyKey: 'int_one',
  })

const change = (subscriptionId: string) =>
  system.provider.changeSubscription({
    subscriptionId,
    planCode: 'freeor_pro',
    timeframe: 'now',
    idempotencyKey: 'int_two',
  })

const charges = () =>
  system.site.invoices.flatMap(({ transactions }) => transactions.map(({ cents }) => cents))

/** The outcome of a call in one word. */
const outcomeOf = (call: Promise<{ status: string }>): Promise<string> =>
  call.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof AppError ? error.code : inspect(error)),
  )

const faults: Fault[] = (['hang', 'reset', '500', 'stall'] as const).flatMap((kind) =>
  (['before', 'after'] as const).map((when) => ({ kind, when })),
)
const subscribing = /^POST \/subscriptions$/
const changing = /^POST \/subscriptions\/\w+\/change$/

/** As often as the adapter sends a request by itself. */
const everySending = 3

/** Makes the call fail by the fault, and waits until the request or the answer was really lost. */
async function lose(matching: RegExp, fault: Fault, call: () => Promise<{ status: string }>): Promise<void> {
  const { gate, transport } = system
  const [before, { writeMs }] = [gate.lost(), transport]
  gate.fail(matching, fault, everySending)
  if (fault.kind === 'hang' || fault.kind === 'stall') transport.writeMs = 500
  expect(await outcomeOf(call())).toBe('unavailable')
  transport.writeMs = writeMs
  await expect.poll(() => gate.lost(), { timeout: 60_000 }).toBeGreaterThan(before)
  gate.heal()
}

describe.each(faults)('$kind $when it was done', (fault) => {
  test('subscribing: the same call again makes one subscription, charged once', async () => {
    await putCard()
    await lose(subscribing, fault, create)
    expect(done(await create()).status).toBe('active')
    expect(system.site.subscriptions).toHaveLength(1)
    expect(charges()).toEqual([5000])
  })

  test('subscribing with a new card: as well, and the card is on file', async () => {
    const buy = () =>
      system.provider.createSubscription({
        ...{ accountCode: 'cus_one', planCode: 'freeor_basic', tokenId, idempotencyKey: 'int_card' },
      })
    await lose(subscribing, fault, buy)
    expect(done(await buy()).status).toBe('active')
    expect(charges()).toEqual([5000])
    expect(await system.provider.cardOf(accountId)).toBeDefined()
  })

  test('changing: the same call again changes and charges once', async () => {
    await putCard()
    const { id } = done(await create())
    await lose(changing, fault, () => change(id))
    expect(done(await change(id)).planCode).toBe('freeor_pro')
    expect(charges()).toEqual([5000, 4900])
  })
})

describe('Recurly keeps an answer for an hour', () => {
  test.each(['before', 'after'] as const)(
    'a stored failure, %s it was done, does not stay the answer',
    async (when) => {
      await putCard()
      system.server.breakNextWrite(when)
      expect(await outcomeOf(create())).toBe('unavailable')
      const { id } = done(await create())
      system.server.breakNextWrite(when)
      expect(await outcomeOf(change(id))).toBe('unavailable')
      expect(done(await change(id)).planCode).toBe('freeor_pro')
      expect(system.site.subscriptions).toHaveLength(1)
      expect(charges()).toEqual([5000, 4900])
    },
  )

  test('two hours later the same calls still do nothing twice', async () => {
    await putCard()
    await lose(subscribing, { kind: '500', when: 'after' }, create)
    system.advance(7_200_000)
    const { id } = done(await create())
    await lose(changing, { kind: '500', when: 'after' }, () => change(id))
    system.advance(7_200_000)
    expect(done(await change(id)).planCode).toBe('freeor_pro')
    expect(system.site.subscriptions).toHaveLength(1)
    expect(charges()).toHaveLength(2)
  })

  test('while the first call is still worked on, the second is told to wait and makes nothing', async () => {
    await putCard()
    const hold = system.server.holdNextWrite()
    const first = create()
    await hold.reached
    expect(await outcomeOf(create())).toBe('unavailable')
    expect(system.site.subscriptions).toHaveLength(0)
    hold.release()
    expect(done(await first).id).toBe(done(await create()).id)
    expect(system.site.subscriptions).toHaveLength(1)
    expect(charges()).toEqual([5000])
  })

  test('20 calls at the same time with one key make one subscription', async () => {
    await putCard()
    await Promise.all(Array.from({ length: 20 }, () => outcomeOf(create())))
    expect(await outcomeOf(create())).toBe('ok')
    expect(system.site.subscriptions).toHaveLength(1)
    expect(charges()).toEqual([5000])
  })
})

test('a connection that breaks once is not noticed: reads and writes under a key are sent again', async () => {
  system.gate.fail(/^PUT \/accounts/, { kind: 'reset', when: 'after' })
  expect((await putCard()).status).toBe('ok')
  system.gate.fail(/^GET/, { kind: '500', when: 'before' })
  system.gate.fail(subscribing, { kind: 'reset', when: 'after' })
  expect(done(await create()).status).toBe('active')
  expect(charges()).toEqual([5000])
})

test('a card whose answer was lost is put on file by the same token', async () => {
  await lose(/^PUT \/accounts/, { kind: 'hang', when: 'after' }, putCard)
  expect(await outcomeOf(putCard())).toBe('ok')
  expect(await system.provider.cardOf(accountId)).toBeDefined()
})

test('an ending whose answer was lost is found to be done', async () => {
  await putCard()
  const { id } = done(await create())
  const { cancelAtPeriodEnd, resume, terminate } = system.provider
  for (const [end, path] of [
    [cancelAtPeriodEnd, /^PUT .*cancel$/],
    [resume, /^PUT .*reactivate$/],
    [terminate, /^DELETE/],
  ] as const) {
    await lose(path, { kind: '500', when: 'after' }, () => end(id))
    expect(await outcomeOf(end(id))).toBe('ok')
  }
  expect(system.site.subscriptions.map(({ state }) => state)).toEqual(['expired'])
})

test('what is thrown names neither key, token nor address', async () => {
  system.gate.fail(/^PUT/, { kind: '500', when: 'before' })
  const error = await putCard().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'unavailable' })
  const text = inspect(error, { depth: 10, showHidden: true })
  for (const secret of [system.keys.apiKey, Buffer.from(system.keys.apiKey).toString('base64'), tokenId])
    expect(text).not.toContain(secret)
  expect(text).toContain('RecurlyInternalServerError')
})

test('the provider itself shows no key when it is logged', () => {
  const text = inspect(system.provider, { depth: 10, showHidden: true })
  expect(text).not.toContain(system.keys.apiKey)
  expect(text).not.toContain(system.keys.webhookKey)
})
