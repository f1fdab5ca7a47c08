import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Site } from '../site.ts'
import type { Customer } from './billing-api.ts'
import { dayOf } from './billing-days.ts'
import type { BillingData } from './billing-settings.ts'
import type { BillingTexts } from './billing-texts.ts'
import { CardPane } from './card-pane.tsx'
import { EndingPane } from './ending-pane.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { Notice } from './notice.tsx'
import { PlanPane } from './plan-pane.tsx'

type NoticesProps = { customer: Customer; canChange: boolean; texts: BillingTexts['billing'] }

/** What is out of the ordinary with the subscription. */
function Notices({ customer, canChange, texts }: NoticesProps) {
  const isEnding = customer.active && customer.cancel_at_period_end
  return (
    <>
      {customer.active ? null : (
        <Notice title={texts.canceled}>
          <Text>{texts.canceledText}</Text>
          {canChange ? (
            <Button component={Link} to="/_subscribe">
              {texts.choose}
            </Button>
          ) : null}
        </Notice>
      )}
      {isEnding ? (
        <Notice>
          <Text>{texts.ending(dayOf(customer.period_end))}</Text>
          {canChange ? (
            <Form method="post">
              <Button type="submit" name="intent" value="resume">
                {texts.resume}
              </Button>
            </Form>
          ) : null}
        </Notice>
      ) : null}
      {customer.subscription_status === 'pending' ? <Notice>{texts.pending}</Notice> : null}
      {customer.in_progress ? <Notice>{texts.inProgress}</Notice> : null}
      {canChange ? null : <Notice>{texts.adminNote}</Notice>}
    </>
  )
}

export type BillingPageProps = {
  site: Site
  data: BillingData
  answer: Answer | undefined
  /** What the site's own plan is used for. */
  children?: ReactNode
}

/** The company as a customer: plan, card, invoices, the way out. */
export function BillingPage({ site, data, answer, children }: BillingPageProps) {
  const texts = site.texts.billing
  const { customer, invoices, canChange, changedTo } = data
  const paysNow = customer.active && customer.processor !== null
  const toldByNotice = answer?.ok === true && answer.intent === 'cancel'
  return (
    <SettingsFrame site={site}>
      <PaneHead title={texts.billing.heading} />
      {changedTo && !answer ? (
        <AnswerNote answer={{ intent: 'change', ok: true, text: texts.change.changed(changedTo) }} />
      ) : null}
      <AnswerNote answer={toldByNotice ? undefined : answer} intents={['cancel', 'terminate', 'resume']} />
      <Notices customer={customer} canChange={canChange} texts={texts.billing} />
      <PlanPane site={site} customer={customer} canChange={canChange} />
      {children}
      {paysNow || customer.billing_info ? <CardPane site={site} data={data} answer={answer} /> : null}
      <Pane title={texts.billing.invoices} wide>
        <InvoiceList invoices={invoices} texts={texts.billing} />
      </Pane>
      {paysNow && canChange ? <EndingPane customer={customer} texts={texts.billing} /> : null}
    </SettingsFrame>
  )
}
