import { useState } from 'react'
import type { CardFormKind } from './billing-api.ts'
import type { BillingTexts } from './billing-texts.ts'
import { type ReadCard, testCardReader } from './use-payment.ts'

/** How the configured provider's form is read, with the state its own field needs. */
export function useCardReader(texts: BillingTexts['card'], cardForm: CardFormKind) {
  const [number, setNumber] = useState('')
  const [hosted, setHosted] = useState<ReadCard>()
  const missing: ReadCard = () => Promise.resolve({ problem: texts.formMissing })
  const readCard =
    cardForm.provider === 'embedded' ? testCardReader(texts, cardForm.testCards, number) : (hosted ?? missing)
  return { number, setNumber, readCard, setHosted: (read: ReadCard) => setHosted(() => read) }
}
