import type { PlanID } from '@freeor/billing/plans'
import { updateCard } from '@freeor/billing/subscriptions/commands'
import { freshen } from '../../testing/account-things.ts'
import { orderDownload } from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'
import { humanPass } from '../../testing/subscriptions.ts'
import { actAsSomebody } from './impersonation-step.ts'
import {
  asking,
  askingAs,
  type Company,
  type Insider,
  type Life,
  note,
  ownerOf,
  type Step,
  type WeightedStep,
} from './life.ts'
import { peopleSteps } from './people-steps.ts'
import { runSchedule } from './schedule.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Half of the choices are the plan with seats, so that people can join. */
const plans: readonly PlanID[] = ['freeor_basic', 'freeor_pro', 'freeor_biz', 'freeor_biz']

/** Most pay; some decline at once, at a renewal, or take a day. */
const cards = [
  ...['tok_visa', 'tok_visa', 'tok_visa', 'tok_visa', 'tok_visa', 'tok_mastercard'],
  ...['tok_declined', 'tok_declines_renewals', 'tok_needs_a_retry', 'tok_slow', 'tok_slow_refused'],
]

/** Puts a card on file. A refusal, a change under way and a lost call are answers too. */
const giveCard: Step = async (life, company) => {
  const asker = { companyId: company.id, userId: ownerOf(company).userId, site: 'leads' as const }
  const card = { asker, tokenId: life.random.pick(cards) }
  const status = await updateCard(life.fixture.deps.billing, card).then(
    (outcome) => outcome.status,
    ({ code }: { code?: string }) => code ?? 'error',
  )
  note(life, 'card', status)
}

async function subscriptionOf(life: Life, company: Company): Promise<{ id: string; isLive: boolean }> {
  const { body } = await asking(
    life,
    ownerOf(company),
    async (who) => await life.fixture.call('GET', '/api/billing/customer', { as: who }),
  )
  const { subscription_id, active } = body as { subscription_id?: string | null; active?: boolean }
  return { id: subscription_id ?? 'none', isLive: Boolean(subscription_id && active) }
}

/** Mostly the owner; the others try it too and are refused. */
function pickPayer({ random }: Life, { people }: Company): Insider {
  const owner = people.find(({ role }) => role === 'owner')
  return owner && !random.chance(0.1) ? owner : random.pick(people)
}

const subscribe: Step = async (life, company) => {
  const plan_code = life.random.pick([...plans, ...plans, 'freeor_free'])
  const payer = pickPayer(life, company)
  await giveCard(life, company)
  const answer = await askingAs(life, payer, 'billing.change', async (who) => {
    const account = { code: who.userId }
    const body = { plan_code, currency: 'USD', account, humanPass: await humanPass(life.fixture, who) }
    return await life.fixture.call('POST', '/api/embedded/subscriptions/create', { as: who, body })
  })
  note(life, 'subscribe', answer.status)
}

/** Up, down, or to the free plan; a company without a subscription begins one. */
const change: Step = async (life, company) => {
  const plan_code = life.random.pick([...plans, ...plans, ...plans, 'freeor_free'])
  const payer = pickPayer(life, company)
  const { id, isLive } = await subscriptionOf(life, company)
  if (!isLive) return await subscribe(life, company)
  const answer = await askingAs(life, payer, 'billing.change', async (who) => {
    const body = { timeframe: 'now', plan_code, humanPass: await humanPass(life.fixture, who) }
    return await life.fixture.call('POST', `/api/embedded/subscriptions/createChange/${id}`, {
      as: who,
      body,
    })
  })
  note(life, 'change', answer.status)
}

const ending =
  (word: 'cancel' | 'resume' | 'terminate'): Step =>
  async (life, company) => {
    const payer = pickPayer(life, company)
    const { id } = await subscriptionOf(life, company)
    const path = `/api/embedded/subscriptions/${word}/${id}`
    const ask = async (who: Person) => await life.fixture.call('POST', path, { as: who })
    note(life, word, (await askingAs(life, payer, 'billing.change', ask)).status)
  }

/** By anybody in the company: viewers are refused. */
const order: Step = async (life, { people }) => {
  const { random, fixture } = life
  const insider = random.pick(people)
  const wanted = { limit: random.between(1, 600), offset: random.between(0, 900) }
  const ask = async (who: Person) => await orderDownload(fixture, who, wanted)
  const answer = await askingAs(life, insider, 'downloads.order', ask)
  note(life, `order by ${insider.role}`, answer.status)
}

const changeWhileOrdering: Step = async (life, company) => {
  await Promise.all([change(life, company), order(life, company)])
}

/** Refused while others are in the company. */
const deleteAccount: Step = async (life, company) => {
  const as = ownerOf(company)
  await freshen(life.fixture, as)
  const body = { email: as.email }
  const answer = await asking(
    life,
    as,
    async (who) => await life.fixture.call('DELETE', '/api/account', { as: who, body }),
  )
  note(life, 'delete', answer.status)
  if (answer.status === 204) life.companies.splice(life.companies.indexOf(company), 1)
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
const turnLine: Step = async ({ random, rate }) => {
  const isBad = random.chance(0.5)
  rate.onTheWay = isBad ? 0.2 : 0
  rate.onTheWayBack = isBad ? 0.2 : 0
}

/** From now on work is cut off more often, or less. */
const turnCrashes: Step = async ({ random, crashes }) => {
  crashes.rate = random.pick([0, 0.05, 0.2])
}

const steps: readonly WeightedStep[] = [
  [1, giveCard],
  [8, change],
  [1, ending('cancel')],
  [1, ending('resume')],
  [1, ending('terminate')],
  [6, order],
  [5, changeWhileOrdering],
  [1, deleteAccount],
  [5, wait],
  [0.3, jump],
  [1, turnLine],
  [1, turnCrashes],
  ...peopleSteps,
  [0.5, actAsSomebody],
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
