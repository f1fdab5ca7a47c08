import { formatAmount, formatCents, formatCount } from '@freeor/ui/format'
import { StateScreen } from '@freeor/ui/state-screen'
import { Anchor, Button, Text } from '@mantine/core'
import { Form, Link, useLocation, useSubmit } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { ChangePreview } from './billing-api.ts'
import { dayOf } from './billing-days.ts'
import classes from './billing-page.module.css'
import type { BillingTexts } from './billing-texts.ts'
import { type ChangeData, loadChangePlan, submitChangePlan } from './change-plan.ts'
import { PayForm } from './pay-form.tsx'
import type { Plan } from './plan.ts'
import { PlanChoice } from './plan-choice.tsx'
import { beginPath } from './subscribe-path.ts'

type CostProps = { cost: ChangePreview; plan: Plan; current: Plan | undefined; texts: BillingTexts['change'] }

function ToFree({ cost: { leads }, texts }: Pick<CostProps, 'cost' | 'texts'>) {
  const ending = leads && leads.now < 0 ? ` ${texts.leadsEnd(formatCount(-leads.now))}` : null
  return (
    <Text>
      {texts.toFree}
      {ending}
    </Text>
  )
}

/** The rest of the period, computed for both plans: in money, and in leads where the site sells them. */
function Cost({ cost, plan, current, texts }: CostProps) {
  if (plan.price === 0) return <ToFree cost={cost} texts={texts} />
  const end = dayOf(cost.period_end)
  const left = cost.credit - cost.charge
  const { leads } = cost
  return (
    <>
      <dl className={classes.cost} aria-label={texts.previewLabel}>
        <dt>{texts.charge(plan.shortname, end)}</dt>
        <dd>{formatAmount(cost.charge)}</dd>
        <dt>{texts.credit(current?.shortname ?? '')}</dt>
        <dd>{formatAmount(-cost.credit)}</dd>
        <dt className={classes.due}>{texts.due}</dt>
        <dd className={classes.due}>{formatAmount(cost.due_now)}</dd>
        {leads ? (
          <>
            <dt>{leads.now < 0 ? texts.leadsBack : texts.leadsNow}</dt>
            <dd>{formatCount(Math.abs(leads.now))}</dd>
          </>
        ) : null}
      </dl>
      <p className={classes.note}>
        {texts.afterwards(formatCents(cost.price), end)}
        {left > 0 ? ` ${texts.creditLeft(formatAmount(left))}` : null}
      </p>
      {leads ? <p className={classes.note}>{texts.leadsMonthly(formatCount(leads.monthly), end)}</p> : null}
    </>
  )
}

/** The way to a subscription keeps the plan that was asked for. */
function NoSubscription() {
  const site = useSite()
  const { texts, pictures } = site
  const { search } = useLocation()
  const { billing, plans } = texts.billing
  return (
    <StateScreen
      title={billing.noSubscriptionTitle}
      picture={<pictures.locked />}
      action={
        <Button component={Link} to={`${beginPath(site)}${search}`}>
          {plans.signup}
        </Button>
      }
    >
      {billing.noSubscription}
    </StateScreen>
  )
}

function Confirm({ data, plan, texts }: { data: ChangeData; plan: Plan; texts: BillingTexts }) {
  const { preview, current, cardForm } = data
  if (!preview) return null
  if (!preview.ok)
    return (
      <AnswerNote
        answer={{ intent: 'preview', ok: false, title: texts.billing.previewFailed, text: preview.message }}
      />
    )
  return (
    <Pane title={plan.name}>
      <Cost cost={preview.cost} plan={plan} current={current} texts={texts.change} />
      <PayForm
        texts={texts}
        cardForm={cardForm}
        takesCard={false}
        fields={{ intent: 'change', plan: plan.planID }}
        submit={texts.change.confirm}
      />
    </Pane>
  )
}

export const meta = titleMeta((texts) => texts.billing.change.title)

export const loader = loadChangePlan

export const action = submitChangePlan

/** Another plan, with what the change costs before it is made. */
export default function ChangePlanPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = useSite().texts.billing
  const submit = useSubmit()
  if (!data.pays) return <NoSubscription />
  return (
    <SettingsFrame>
      <PaneHead title={texts.change.heading} lead={texts.change.lead} />
      <Form method="get" onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}>
        <PlanChoice
          plans={data.plans}
          selected={data.plan?.planID}
          current={data.current?.planID}
          texts={texts}
          legend={texts.plans.plan}
        />
        <noscript>
          <button type="submit">{texts.change.show}</button>
        </noscript>
      </Form>
      <AnswerNote answer={answer} />
      {data.plan ? <Confirm key={data.plan.planID} data={data} plan={data.plan} texts={texts} /> : null}
      <Anchor component={Link} to="/settings/billing">
        {texts.change.back}
      </Anchor>
    </SettingsFrame>
  )
}
