import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import { loadSignup, submitSignup } from '@freeor/site-frame/account/signup'
import { loadBilling, submitBilling } from '@freeor/site-frame/billing/billing-settings'
import { loadChangePlan, submitChangePlan } from '@freeor/site-frame/billing/change-plan'
import { loadSubscribe, submitSubscribe } from '@freeor/site-frame/billing/subscribe'
import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outcomeOf, pageVisit } from '../testing/page-visit.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Loaders and actions of paying, as their forms are sent. What a form cannot bring is refused before money moves. */

let system: TestSystem
let payer: Person
let number = 0

/** Takes the answer "yes"; the puzzle of the real one is a browser's work. */
const humanCheck: HumanCheck = {
  widget: { provider: 'altcha' },
  challenge: async () => undefined,
  verify: async (answer) => ({ status: answer === 'yes' ? 'human' : 'refused' }),
}

beforeAll(async () => {
  const opened = await openTestSystem()
  system = { ...opened, app: opened.appWith({ humanCheck }) }
})
beforeEach(async () => {
  number += 1
  payer = await addPerson(system.deps, system.call, { name: `payer-${number}` })
})
afterAll(async () => await system.close())

type Work = (args: PageRequest) => Promise<unknown>

const send = async (submit: Work, path: string, form: Record<string, string>, as: Person = payer) =>
  await outcomeOf(submit(pageVisit(system, path, { as, form })))

const open = async (load: Work, path: string, as: Person = payer) =>
  await outcomeOf(load(pageVisit(system, path, { as })))

/** What the browser has when a card was typed in. */
async function newCard(card_token = 'tok_visa'): Promise<string> {
  const body = {
    card_token,
    first_name: 'Ada',
    last_name: 'Byron',
    address1: '1 Main St',
    city: 'Reno',
    state: 'NV',
    postal_code: '89501',
    country: 'US',
  }
  const made = await system.call('POST', '/api/embedded/tokens', { as: payer, body })
  expect(made.status, made.text).toBe(200)
  return made.body.id
}

type Billing = {
  customer: { plan_id: string; active: boolean; cancel_at_period_end: boolean }
  invoices: object[]
}
const readBilling = async (as = payer) => (await open(loadBilling, '/settings/billing', as)).value as Billing

/** The form with a new card; without a token the card on file is charged. */
async function pay(fields: { plan?: string; token?: string; human?: string } = {}) {
  const { plan = 'freeor_pro', token = await newCard(), human = 'yes' } = fields
  return await send(submitSubscribe, `/_subscribe?plan=${plan}`, { plan, token, human })
}

const { billing } = pageTexts.billing

describe('paying for a plan', () => {
  test('a stranger is led to sign up, a member of a company to where they were going', async () => {
    const asStranger = pageVisit(system, '/_subscribe?plan=freeor_pro')
    expect(await outcomeOf(loadSubscribe(asStranger))).toMatchObject({
      status: 302,
      location: '/signup?plan=freeor_pro',
    })
    // The page for a new account names the plan that was chosen.
    const chosen = await loadSignup(pageVisit(system, '/signup?plan=freeor_basic'))
    expect(chosen).toMatchObject({ plan: { planID: 'freeor_basic', name: expect.stringContaining('Basic') } })
    expect(await loadSignup(pageVisit(system, '/signup'))).toEqual({ plan: null })
    const memberOf = { companyId: payer.companyId, role: 'member' } as const
    const member = await addPerson(system.deps, system.call, { name: `member-${number}`, memberOf })
    expect(await open(loadSubscribe, '/_subscribe?plan=freeor_pro', member)).toMatchObject({ status: 302 })
    const paid = await send(
      submitSubscribe,
      '/_subscribe',
      { plan: 'freeor_pro', token: '', human: 'yes' },
      member,
    )
    expect(paid).toMatchObject({ status: 403, value: { ok: false } })
  })

  test('on Courses a stranger who signs up comes back to the steps, and a plan leads to where courses are made', async () => {
    const site = 'courses' as const
    const visit = async (path: string, as?: Person) =>
      await outcomeOf(loadSubscribe(pageVisit(system, path, { as, site })))
    const leadsTo = async (path: string) => (await visit(path)).location
    expect(await leadsTo('/_subscribe/')).toBe('/signup?next=%2F_subscribe')
    expect(await leadsTo('/_subscribe?next=%2Fcourses')).toBe(
      '/signup?next=%2F_subscribe%3Fnext%3D%252Fcourses',
    )
    expect(await leadsTo('/_subscribe?plan=freeor_pro')).toBe('/signup?plan=freeor_pro')
    const form = { email: `author-${number}@people.example`, password: 'a horse of authors' }
    const signup = pageVisit(system, '/signup?next=%2F_subscribe', {
      site,
      form: { ...form, confirm: form.password },
    })
    expect(await outcomeOf(submitSignup(signup))).toMatchObject({
      location: '/verify_account?next=%2F_subscribe',
    })
    const destination = async (query: string) =>
      (await visit(`/_subscribe?done=freeor_free${query}`, payer)).value
    expect(await destination('')).toMatchObject({ step: 'in', destination: '/courses' })
    expect(await destination('&next=%2Fquizzes')).toMatchObject({ destination: '/quizzes' })
  })

  test('asks for the plan, then for the card, and says where it leads when it is done', async () => {
    expect(await open(loadSubscribe, '/_subscribe')).toMatchObject({ value: { step: 'plan' } })
    expect(await open(loadSubscribe, '/_subscribe?plan=freeor_pro')).toMatchObject({ value: { step: 'pay' } })
    expect(await pay()).toMatchObject({ status: 302, location: '/_subscribe?done=freeor_pro' })
    expect(await open(loadSubscribe, '/_subscribe?done=freeor_pro')).toMatchObject({
      value: { step: 'in', destination: '/search' },
    })
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_pro', active: true } })
    expect((await readBilling()).invoices).toHaveLength(1)
  })

  test('who pays already changes the plan elsewhere, and pays for no second one', async () => {
    await pay()
    expect(await open(loadSubscribe, '/_subscribe?plan=freeor_biz')).toMatchObject({
      status: 302,
      location: '/settings/billing/change?plan=freeor_biz',
    })
    expect(await pay({ plan: 'freeor_biz' })).toMatchObject({ status: 409, value: { ok: false } })
    expect((await readBilling()).invoices).toHaveLength(1)
  })

  test.each([
    { what: 'no answer to the human check', fields: { human: '' }, status: 422 },
    { what: 'a wrong answer to it', fields: { human: 'no' }, status: 403 },
    { what: 'a card that nobody typed in', fields: { token: 'nothing' }, status: 402 },
    { what: 'no card', fields: { token: '' }, status: 402 },
    { what: 'a plan that is not sold', fields: { plan: 'freeor_gold' }, status: 422 },
  ])('with $what nothing is charged', async ({ fields, status }) => {
    const refused = await pay(fields)
    expect(refused).toMatchObject({ value: { ok: false, intent: 'subscribe' } })
    expect(refused.status).toBe(status)
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_free' }, invoices: [] })
  })

  test('a declined card says so under the title of the specification', async () => {
    expect(await pay({ token: await newCard('tok_insufficient_funds') })).toMatchObject({
      status: 402,
      value: { ok: false, title: billing.paymentFailed },
    })
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_free', billing_info: null } })
  })

  test('a declined card does not take the place of the one on file, which still pays', async () => {
    const card = { intent: 'card', token: await newCard(), human: 'yes' }
    expect(await send(submitBilling, '/settings/billing', card)).toMatchObject({ value: { ok: true } })
    expect(await pay({ token: await newCard('tok_insufficient_funds') })).toMatchObject({ status: 402 })
    const onFile = { paymentMethod: { lastFour: '1111' } }
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_free', billing_info: onFile } })
    expect(await pay({ token: '' })).toMatchObject({ location: '/_subscribe?done=freeor_pro' })
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_pro', billing_info: onFile } })
  })
})

describe('a subscription', () => {
  test('is changed to a larger plan with an answer to the human check, and not without', async () => {
    await pay()
    const path = '/settings/billing/change?plan=freeor_biz'
    expect(await open(loadChangePlan, path)).toMatchObject({
      value: { plan: { planID: 'freeor_biz' }, current: { planID: 'freeor_pro' }, preview: { ok: true } },
    })
    expect(await send(submitChangePlan, path, { plan: 'freeor_biz', human: 'no' })).toMatchObject({
      status: 403,
      value: { ok: false, title: billing.changeFailed },
    })
    expect(await send(submitChangePlan, path, { plan: 'freeor_biz', human: 'yes' })).toMatchObject({
      status: 302,
      location: '/settings/billing?changed',
    })
    expect(await readBilling()).toMatchObject({ customer: { plan_id: 'freeor_biz' } })
  })

  test('is cancelled, resumed and ended, each with a word of it', async () => {
    await pay()
    const ask = async (intent: string) => await send(submitBilling, '/settings/billing', { intent })
    expect(await ask('cancel')).toMatchObject({ status: 200, value: { ok: true } })
    expect(await readBilling()).toMatchObject({ customer: { cancel_at_period_end: true } })
    expect(await ask('resume')).toMatchObject({ value: { ok: true, text: billing.resumed } })
    expect(await readBilling()).toMatchObject({ customer: { cancel_at_period_end: false } })
    expect(await ask('terminate')).toMatchObject({ value: { ok: true, text: billing.canceledNow } })
    expect(await ask('sell')).toMatchObject({ status: 400, value: { ok: false } })
  })

  test('that is not there is neither cancelled nor changed', async () => {
    const none = { status: 409, value: { ok: false, title: billing.noSubscriptionTitle } }
    expect(await send(submitBilling, '/settings/billing', { intent: 'cancel' })).toMatchObject(none)
    expect(
      await send(submitChangePlan, '/settings/billing/change', { plan: 'freeor_biz', human: 'yes' }),
    ).toMatchObject(none)
  })

  test('gets a new card with an answer to the human check, and not without', async () => {
    await pay()
    const card = { intent: 'card', token: await newCard('tok_mastercard') }
    expect(await send(submitBilling, '/settings/billing', { ...card, human: 'no' })).toMatchObject({
      status: 403,
    })
    expect(await send(submitBilling, '/settings/billing', { ...card, human: 'yes' })).toMatchObject({
      value: { ok: true, text: pageTexts.billing.card.saved },
    })
  })
})
