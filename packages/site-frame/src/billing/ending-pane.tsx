import { Text } from '@mantine/core'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import { Pane } from '../frame/pane.tsx'
import type { Customer } from './billing-api.ts'
import { dayBefore, dayOf } from './billing-days.ts'
import classes from './billing-page.module.css'
import type { BillingTexts } from './billing-texts.ts'

/** Cancelling at the end of the period, or at once with the alert that access is lost. */
export function EndingPane({ customer, texts }: { customer: Customer; texts: BillingTexts['billing'] }) {
  const last = dayOf(customer.period_end)
  const question = { title: texts.cancelAsk, cancel: texts.keep }
  return (
    <Pane title={texts.cancelTitle}>
      <Text size="sm">{customer.cancel_at_period_end ? texts.cancelEarlier : texts.cancelLead(last)}</Text>
      <div className={classes.row}>
        {customer.cancel_at_period_end ? null : (
          <ConfirmButton
            {...question}
            label={texts.cancelAtEnd}
            text={texts.cancelAtEndText(last)}
            confirm={texts.cancelAtEnd}
            fields={{ intent: 'cancel' }}
          />
        )}
        <ConfirmButton
          {...question}
          label={texts.cancelNow}
          text={texts.cancelNowText(dayBefore(customer.period_end))}
          confirm={texts.cancelNow}
          fields={{ intent: 'terminate' }}
        />
      </div>
    </Pane>
  )
}
