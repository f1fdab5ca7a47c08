import type { PlanId } from '@freeor/billing/plans'
import { updateCard } from '@freeor/billing/subscriptions/commands'
import { freshen } from '../../testing/account-things.ts'
import { addInvitation } from '../../testing/company-people.ts'
import type { Person } from '../../testing/people.ts'
import { humanPass } from '../../testing/subscriptions.ts'
import { orderDownload } from '../../testing/world.ts'
import { asking, type Life, note } from './life.ts'
import { runSchedule } from './schedule.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const plans: readonly PlanId[] = ['freeor_basic', 'freeor_pro', 'freeor_biz']

/** Most pay; some decline at once, at a renewal, or take a day. */
const cards = [
  ...['tok_visa', 'tok_visa', 'tok_visa', 'tok_visa', 'tok_visa', 'tok_mastercard'],
  ...['tok_declined', 'tok_declines_renewals', 'tok_needs_a_retry', 'tok_slow', 'tok_slow_refused'],
]

type Step = (life: Life, as: Person) => Promise<void>

/** Puts a card on file. A refusal, a change under way and a lost call are answers too. */
const giveCard: Step = async (life, { companyId, userId }) => {
  const asker = { companyId, userId, site: 'leads' as const }
  const card = { asker, tokenId: life.random.pick(cards) }
  const status = await updateCard(life.world.deps.billing, card).then(
    (outcome) => outcome.status,
    ({ code }: { code?: string }) => code ?? 'error',
  )
  note(life, 'card', status)
}

async function subscriptionOf(life: Life, as: Person): Promise<{ id: string; isLive: boolean }> {
  const { body } = await asking(
    life,
    as,
    async (who) => await life.world.call('GET', '/api/billing/customer', { as: who }),
  )
  const { subscription_id, active } = body as { subscription_id?: string | null; active?: boolean }
  return { id: subscription_id ?? 'none', isLive: Boolean(subscription_id && active) }
}

const subscribe: Step = async (life, as) => {
  const plan_code = life.random.pick([...plans, ...plans, 'freeor_free'])
  await giveCard(life, as)
  const answer = await asking(life, as, async (who) => {
    const account = { code: who.userId }
    const body = { plan_code, currency: 'USD', account, humanPass: await humanPass(life.world, who) }
    return await life.world.call('POST', '/api/embedded/subscriptions/create', { as: who, body })
  })
  note(life, 'subscribe', answer.status)
}

/** Up, down, or to the free plan; whoever has no subscription begins one. */
const change: Step = async (life, as) => {
  const { id, isLive } = await subscriptionOf(life, as)
  if (!isLive) return await subscribe(life, as)
  const plan_code = life.random.pick([...plans, ...plans, ...plans, 'freeor_free'])
  const answer = await asking(life, as, async (who) => {
    const body = { timeframe: 'now', plan_code, humanPass: await humanPass(life.world, who) }
    return await life.world.call('POST', `/api/embedded/subscriptions/createChange/${id}`, { as: who, body })
  })
  note(life, 'change', answer.status)
}

const ending =
  (word: 'cancel' | 'resume' | 'terminate'): Step =>
  async (life, as) => {
    const { id } = await subscriptionOf(life, as)
    const path = `/api/embedded/subscriptions/${word}/${id}`
    const answer = await asking(life, as, async (who) => await life.world.call('POST', path, { as: who }))
    note(life, word, answer.status)
  }

const order: Step = async (life, as) => {
  const { random, world } = life
  const wanted = { limit: random.between(1, 600), offset: random.between(0, 900) }
  const answer = await asking(life, as, async (who) => await orderDownload(world, who, wanted))
  note(life, 'order', answer.status)
}

const changeWhileOrdering: Step = async (life, as) => {
  await Promise.all([change(life, as), order(life, as)])
}

/** Somebody opens an invitation into the company, whether it has a seat left or not. */
const join: Step = async (life, as) => {
  const { call } = life.world
  const { token } = await addInvitation(life.world, as, `joined-${life.nextNumber()}@people.example`)
  const body = { token, password: 'a long password of a member' }
  const answer = await asking(life, as, async () => await call('POST', '/api/invitations/sign-up', { body }))
  note(life, 'join', answer.status)
}

const deleteAccount: Step = async (life, as) => {
  await freshen(life.world, as)
  const body = { email: as.email }
  const answer = await asking(
    life,
    as,
    async (who) => await life.world.call('DELETE', '/api/account', { as: who, body }),
  )
  note(life, 'delete', answer.status)
  if (answer.status === 204) life.owners.splice(life.owners.indexOf(as), 1)
}

const wait: Step = async (life) => {
  const ms = life.random.pick([minuteMs, 10 * minuteMs, dayMs / 4, dayMs, 5 * dayMs, 13 * dayMs])
  life.clock.advance(Math.floor(ms * (0.5 + life.random.next())))
  await runSchedule(life)
}

const jump: Step = async (life) => {
  life.clock.advance(life.random.pick([40, -40, -1]) * dayMs)
  note(life, 'clock', 'jumped')
  await runSchedule(life)
}

/** The line to the provider becomes bad, or good again. */
const turn: Step = async ({ random, rate }) => {
  const isBad = random.chance(0.5)
  rate.onTheWay = isBad ? 0.2 : 0
  rate.onTheWayBack = isBad ? 0.2 : 0
}

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [1, giveCard],
  [8, change],
  [1, ending('cancel')],
  [1, ending('resume')],
  [1, ending('terminate')],
  [6, order],
  [5, changeWhileOrdering],
  [0.5, join],
  [1, deleteAccount],
  [5, wait],
  [0.3, jump],
  [1, turn],
]

const total = steps.reduce((sum, [weight]) => sum + weight, 0)

/** One of the steps, by their weights. */
export function chooseStep({ random }: Life): Step {
  let point = random.next() * total
  for (const [weight, step] of steps) {
    point -= weight
    if (point < 0) return step
  }
  return order
}
