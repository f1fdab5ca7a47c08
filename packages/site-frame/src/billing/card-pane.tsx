import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { Pane } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import classes from './billing-page.module.css'
import type { BillingData } from './billing-settings.ts'
import { nameCard, sayExpiry } from './card-name.ts'
import { PayForm } from './pay-form.tsx'

type CardPaneProps = { data: BillingData; answer: Answer | undefined }

/** The card on file and the form for another one, which is open while a payment is overdue. */
export function CardPane({ data, answer }: CardPaneProps) {
  const texts = useSite().texts.billing
  const { customer, cardForm, canChange } = data
  const card = customer.billing_info
  const [isOpen, setOpen] = useState(customer.past_due)
  const isSaved = answer?.intent === 'card' && answer.ok
  const [closedBy, setClosedBy] = useState(answer)
  // A saved card closes the form, once for each answer.
  if (isSaved && closedBy !== answer) {
    setClosedBy(answer)
    setOpen(false)
  }
  return (
    <Pane title={texts.card.title}>
      <AnswerNote answer={answer} intents={['card']} showsDone />
      {card ? (
        <div>
          <Text fw={600}>{nameCard(card, texts)}</Text>
          <Text size="sm" c="dimmed">
            {sayExpiry(card, texts)}
          </Text>
        </div>
      ) : (
        <Text c="dimmed">{texts.card.none}</Text>
      )}
      {canChange && isOpen ? (
        <>
          <PayForm
            texts={texts}
            cardForm={cardForm}
            takesCard
            fields={{ intent: 'card' }}
            submit={texts.card.save}
          />
          {card && !customer.past_due ? (
            <Button variant="subtle" onClick={() => setOpen(false)}>
              {texts.card.keep}
            </Button>
          ) : null}
        </>
      ) : null}
      {canChange && !isOpen ? (
        <div className={classes.row}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {card ? texts.card.update : texts.card.add}
          </Button>
        </div>
      ) : null}
    </Pane>
  )
}
