import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliverEvents } from '../../providers/embedded/events/commands.ts'
import { runDue } from '../../providers/embedded/renewals/commands.ts'
import { providerEvents } from '../tables.ts'
import { type BillingFixture, dayMs, openBillingFixture } from '../testing.ts'
import { receiveWebhook, requeueEvents } from './commands.ts'

const { current, becomeAnother, subscribed, shown } = openBillingFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']

beforeEach(() => {
  ;({ database, system, billing } = current())
})

describe('webhooks', () => {
  test('in every order of four, five times each, give the same result, each applied once', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      await becomeAnother()
      const { subscriptionId } = await subscribed('freeor_pro', 'tok_needs_a_retry')
      await system.settle()
      system.clock.advance(31 * dayMs)
      await runDue(system.deps)
      await system.provider.cancelAtPeriodEnd(subscriptionId ?? '')
      const sent: { rawBody: Uint8Array; headers: Headers }[] = []
      await deliverEvents(system.deps, async (rawBody, headers) => {
        if (new TextDecoder().decode(rawBody).includes('"subscription.')) sent.push({ rawBody, headers })
        else await receiveWebhook(billing, rawBody, headers)
      })
      expect(sent.length).toBeGreaterThanOrEqual(3)
      for (const index of order)
        for (let times = 0; times < 5; times++) {
          const { rawBody, headers } = sent[index % sent.length] ?? {
            rawBody: new Uint8Array(),
            headers: new Headers(),
          }
          expect(await receiveWebhook(billing, rawBody, headers)).toMatchObject({ status: 'stored' })
        }
      await system.settle()
      expect(await shown()).toMatchObject({ subscription_status: 'past_due', cancel_at_period_end: true })
    }
    const events = await database.db.select().from(providerEvents)
    expect(events.every(({ state, applications }) => state === 'applied' && applications === 1)).toBe(true)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  })

  test('of somebody unknown are kept and ignored', async () => {
    await system.provider.createAccount({ code: 'cus_unknown', email: 'x@example.com' })
    await system.settle()
    const [event] = await database.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.accountCode, 'cus_unknown'))
    expect(event?.state).toBe('ignored')
  })

  test('that were stored and lost their job get another, and old ones that always fail block no newer', async () => {
    const kept = async (id: string, minutes: number) =>
      await database.db.insert(providerEvents).values({
        ...{ id, provider: 'embedded', eventId: id, type: 'account.updated', objectKind: 'account' },
        ...{ objectId: id, rawBody: '{}', state: 'received' },
        receivedAt: new Date(system.clock.now().getTime() - minutes * 60_000),
      })
    await kept('pev_old', 600)
    await kept('pev_lost', 5)
    await kept('pev_fresh', 1)
    const sent: unknown[] = []
    const send = async (_tx: unknown, _name: string, data: object) => {
      sent.push(data)
      return undefined
    }
    const before = new Date(system.clock.now().getTime() - 120_000)
    await requeueEvents({ ...billing, jobs: { ...billing.jobs, send } }, before, 1)
    expect(sent).toEqual([{ id: 'pev_lost' }])
    await requeueEvents({ ...billing, jobs: { ...billing.jobs, send } }, before)
    expect(sent.slice(1)).toEqual([{ id: 'pev_lost' }, { id: 'pev_old' }])
    await database.db.delete(providerEvents)
  })
})

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first) =>
    permutations(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  )
}
