import { ApiProblem } from '@freeor/api-client/client'
import { data } from 'react-router'
import { forPage, refuse } from '../errors/page-problem.ts'
import { type Answer, type ReadForm, readForm, refusal, success } from '../frame/answer.ts'
import { type PageRequest, requestContext } from '../frame/request-context.ts'
import { type OpenedPane, openPane } from '../settings/open-pane.ts'
import {
  type Ending,
  endSubscription,
  exchangeAnswer,
  findCustomer,
  getCardForm,
  listInvoices,
  putCard,
} from './billing-api.ts'
import { dayOf } from './billing-days.ts'
import { undertake } from './money-answer.ts'

/** Plan, card and invoices. @throws the no-subscription screen for a company that is no customer of the site */
export async function loadBilling(args: PageRequest) {
  const { api, me } = await openPane(args, 'billing')
  const customer = await forPage(args.context, findCustomer(api))
  if (!customer) throw refuse(args.context, 'payment_required', 402)
  const [invoices, cardForm] = await forPage(args.context, Promise.all([listInvoices(api), getCardForm(api)]))
  const changedTo = new URL(args.request.url).searchParams.has('changed') ? customer.plan_name : undefined
  return { customer, invoices, cardForm, changedTo, canChange: me.abilities['billing.change'] }
}
export type BillingData = Awaited<ReturnType<typeof loadBilling>>

/** Takes a new card, cancels, or undoes a cancellation. */
export async function submitBilling(args: PageRequest) {
  const opened = await openPane(args, 'billing')
  const form = await readForm(args.request)
  if (form.intent === 'card') return await saveCard(opened, form)
  const ending = endings.find((each) => each === form.intent)
  if (!ending) return refusal(form.intent, opened.site.texts.states.wrong, 400)
  const { supportEmail } = args.context.get(requestContext)
  return await end(opened, ending, supportEmail)
}

const endings = ['cancel', 'terminate', 'resume'] as const satisfies readonly Ending[]

async function saveCard({ api, me, site }: OpenedPane, form: ReadForm) {
  const texts = site.texts.billing
  const account = { uid: me.id ?? me.user.id, email: me.user.email }
  const work = async () => {
    const humanPass = await exchangeAnswer(api, form.text('human'))
    await putCard(api, account, { tokenId: form.text('token'), humanPass })
  }
  const refused = await undertake(texts, { intent: 'card', work })
  return refused ?? success('card', texts.card.saved)
}

async function end({ api, site }: OpenedPane, ending: Ending, supportEmail: string) {
  const { billing } = site.texts.billing
  const customer = await findCustomer(api)
  const id = customer?.subscription_id
  if (!customer || !id)
    return data<Answer>(
      { intent: ending, ok: false, title: billing.noSubscriptionTitle, text: billing.noSubscription },
      { status: 409 },
    )
  try {
    await endSubscription(api, id, ending)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { code, status, message } = error
    const text = ending === 'resume' ? message : billing.cancelFailed(supportEmail)
    return data<Answer>({ intent: ending, ok: false, text, code }, { status })
  }
  const done = {
    cancel: billing.canceledAtEnd(dayOf(customer.period_end)),
    terminate: billing.canceledNow,
    resume: billing.resumed,
  }
  return success(ending, done[ending])
}
