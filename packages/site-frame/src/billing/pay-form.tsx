import { useHydrated } from '@freeor/ui/use-hydrated'
import { Alert, Button } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { CardFormKind } from './billing-api.ts'
import type { BillingTexts } from './billing-texts.ts'
import { CardFields } from './card-fields.tsx'
import classes from './card-form.module.css'
import { HumanCheck } from './human-check/human-check.tsx'
import { RecurlyCardField } from './recurly-card-field.tsx'
import { TestCardField } from './test-card-field.tsx'
import { useCardReader } from './use-card-reader.ts'
import { usePayment } from './use-payment.ts'

export type PayFormProps = {
  texts: BillingTexts
  cardForm: CardFormKind
  /** Whether a card is typed in, or the one on file (or none) is used. */
  takesCard: boolean
  fields: Readonly<Record<string, string>>
  submit: string
  children?: ReactNode
}

/** The form for anything that costs money: a card if one is needed, the human check, the button. */
export function PayForm(props: PayFormProps) {
  const { texts, cardForm, takesCard, fields } = props
  const reader = useCardReader(texts.card, cardForm)
  const readCard = takesCard ? reader.readCard : undefined
  const payment = usePayment({ texts, readCard, fields })
  const isHydrated = useHydrated()
  const isSending = useNavigation().state !== 'idle'
  return (
    <form
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void payment.pay(event.currentTarget)
      }}
    >
      {takesCard ? (
        <CardFields texts={texts.card} errors={payment.errors}>
          {cardForm.provider === 'embedded' ? (
            <TestCardField
              texts={texts.card}
              cards={cardForm.testCards}
              number={reader.number}
              onNumber={reader.setNumber}
              error={payment.errors.number}
            />
          ) : (
            <RecurlyCardField texts={texts.card} keys={cardForm} onReady={reader.setHosted} />
          )}
        </CardFields>
      ) : null}
      {props.children}
      <HumanCheck texts={texts.human} ref={payment.human} />
      {payment.problem ? (
        <Alert role="alert" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {payment.problem}
        </Alert>
      ) : null}
      <noscript>
        <p>{texts.card.needsScript}</p>
      </noscript>
      <Button type="submit" disabled={!isHydrated} loading={payment.isPreparing || isSending} fullWidth>
        {props.submit}
      </Button>
    </form>
  )
}
