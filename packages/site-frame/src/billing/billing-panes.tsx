import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Customer } from './billing-api.ts'
import { dayOf } from './billing-days.ts'
import type { BillingData } from './billing-settings.ts'
import { CardPane } from './card-pane.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { EndingPane } from './ending-pane.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { Notice } from './notice.tsx'
import { PlanPane } from './plan-pane.tsx'

/** For example after a hand-over: the next payment would be refused. A past-due subscription has its own notice. */
const lacksCard = ({ subscription_id, subscription_status, cancel_at_period_end, billing_info }: Customer) =>
  subscription_id !== null &&
  subscription_status === 'active' &&
  !cancel_at_period_end &&
  billing_info === null

type NoticesProps = { customer: Customer; canChange: boolean }

/** Notices about an unusual state of the subscription. */
function Notices({ customer, canChange }: NoticesProps) {
  const texts = useSite().texts.billing.billing
  const isEnding = customer.active && customer.cancel_at_period_end
  const end = dayOf(customer.period_end)
  return (
    <>
      {customer.active ? null : <EndedNotice canChange={canChange} />}
      {isEnding ? (
        <Notice>
          <Text>{customer.provider_left ? texts.leaving(end) : texts.ending(end)}</Text>
          {canChange && !customer.provider_left ? (
            <Form method="post">
              <Button type="submit" name="intent" value="resume">
                {texts.resume}
              </Button>
            </Form>
          ) : null}
        </Notice>
      ) : null}
      {lacksCard(customer) ? <Notice>{texts.cardWanted(end)}</Notice> : null}
      {customer.subscription_status === 'pending' ? <Notice>{texts.pending}</Notice> : null}
      {customer.in_progress ? <Notice>{texts.inProgress}</Notice> : null}
      {canChange || !customer.active ? null : <Notice>{texts.adminNote}</Notice>}
    </>
  )
}

export type BillingPanesProps = {
  data: BillingData
  answer: Answer | undefined
  /** What the site's own plan is used for. */
  children?: ReactNode
}

/** The company as a customer: plan, card, invoices, cancellation. */
export function BillingPanes({ data, answer, children }: BillingPanesProps) {
  const texts = useSite().texts.billing
  const { customer, invoices, canChange, changedTo } = data
  const paysNow = customer.active && customer.subscription_id !== null
  const toldByNotice = answer?.ok === true && answer.intent === 'cancel'
  return (
    <SettingsFrame>
      <PaneHead title={texts.billing.heading} />
      {changedTo && !answer ? (
        <AnswerNote answer={{ intent: 'change', ok: true, text: texts.change.changed(changedTo) }} />
      ) : null}
      <AnswerNote answer={toldByNotice ? undefined : answer} intents={['cancel', 'terminate', 'resume']} />
      <Notices customer={customer} canChange={canChange} />
      <PlanPane customer={customer} canChange={canChange} />
      {children}
      {(paysNow || customer.billing_info) && !customer.provider_left ? (
        <CardPane data={data} answer={answer} />
      ) : null}
      <Pane title={texts.billing.invoices} wide>
        <InvoiceList invoices={invoices} texts={texts.billing} />
      </Pane>
      {paysNow && canChange ? <EndingPane customer={customer} texts={texts.billing} /> : null}
    </SettingsFrame>
  )
}
