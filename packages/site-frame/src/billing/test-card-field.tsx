import { TextInput } from '@mantine/core'
import type { BillingTexts } from './billing-texts.ts'
import classes from './card-form.module.css'
import { groupDigits, type TestCard } from './card-rules.ts'

type TestCardFieldProps = {
  texts: BillingTexts['card']
  cards: readonly TestCard[]
  number: string
  onNumber: (number: string) => void
  error: string | undefined
}

/** The built-in provider's field. It has no name: whatever is typed here, no form sends it. */
export function TestCardField({ texts, cards, number, onNumber, error }: TestCardFieldProps) {
  return (
    <>
      <TextInput
        label={texts.number}
        description={texts.numberHint}
        value={number}
        onChange={(event) => onNumber(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
        error={error}
        withAsterisk={false}
        aria-required
      />
      <div className={classes.test}>
        <p>
          <strong>{texts.testTitle}.</strong> {texts.testText}
        </p>
        <details>
          <summary>{texts.testCards}</summary>
          <ul className={classes.cards}>
            {cards.map((card) => (
              <li key={card.number}>
                <button
                  type="button"
                  className={classes.number}
                  onClick={() => onNumber(groupDigits(card.number))}
                >
                  {groupDigits(card.number)}
                </button>
                <span>{card.description}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </>
  )
}
