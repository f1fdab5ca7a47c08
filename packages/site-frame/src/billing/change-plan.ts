import { type ApiClient, ApiProblem } from '@freeor/api-client/client'
import { data, redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { type OpenedPane, openPane } from '../settings/open-pane.ts'
import {
  type ChangePreview,
  changePlan,
  exchangeAnswer,
  findCustomer,
  getCardForm,
  listPlans,
  previewChange,
} from './billing-api.ts'
import { undertake } from './money-answer.ts'

const billingPath = '/settings/billing'

/** What a change would cost, or why there can be none. */
type Preview = { ok: true; cost: ChangePreview } | { ok: false; message: string }

async function preview(api: ApiClient, planID: string): Promise<Preview> {
  try {
    return { ok: true, cost: await previewChange(api, planID) }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'conflict') return { ok: false, message: error.message }
    throw error
  }
}

async function readChange({ api, site }: OpenedPane, wanted: string | null) {
  const [customer, cardForm] = await Promise.all([findCustomer(api), getCardForm(api)])
  const plans = await listPlans(api, site, [customer?.plan_id, wanted])
  const pays = Boolean(customer?.active && customer.subscription_id)
  const plan = plans.find(({ planID }) => planID === wanted && planID !== customer?.plan_id)
  const current = plans.find(({ planID }) => planID === customer?.plan_id)
  const shown = pays && plan ? await preview(api, plan.planID) : undefined
  return { plans, current, pays, plan, preview: shown, cardForm }
}
export type ChangeData = Awaited<ReturnType<typeof readChange>>

/** All plans, and what changing to that of `?plan=` would cost now. */
export async function loadChangePlan(args: PageRequest) {
  const opened = await openPane(args, 'billing')
  if (!opened.me.abilities['billing.change']) throw redirect(billingPath)
  const wanted = new URL(args.request.url).searchParams.get('plan')
  return await forPage(args.context, readChange(opened, wanted))
}

/** Moves to the form's plan at once. */
export async function submitChangePlan(args: PageRequest) {
  const { api, site } = await openPane(args, 'billing')
  const form = await readForm(args.request)
  const texts = site.texts.billing
  const { subscription_id: id } = (await findCustomer(api)) ?? {}
  if (!id)
    return data<Answer>(
      {
        intent: 'change',
        ok: false,
        title: texts.billing.noSubscriptionTitle,
        text: texts.billing.noSubscription,
      },
      { status: 409 },
    )
  const work = async () => {
    const humanPass = await exchangeAnswer(api, form.text('human'))
    await changePlan(api, id, { planID: form.text('plan'), humanPass })
  }
  const refused = await undertake(texts, { intent: 'change', work, title: texts.billing.changeFailed })
  return refused ?? redirect(`${billingPath}?changed`)
}
