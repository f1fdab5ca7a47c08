import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { type RefObject, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { browserApi } from '../frame/api.ts'
import type { BillingTexts } from './billing-texts.ts'
import { type CardErrors, findBlank, readCardValues, type TestCard, tokenOfTestCard } from './card-rules.ts'
import { homeCountry } from './countries.ts'
import type { HumanCheckHandle } from './human-check/human-check.tsx'

/** A token for the card of a filled-in form, or what is wrong with it. */
export type CardReading = { tokenId: string } | { errors: CardErrors } | { problem: string }

export type ReadCard = (form: HTMLFormElement) => Promise<CardReading>

/** Reads a card for the built-in provider: the number becomes a test card's token here, in the browser. */
export function testCardReader(
  texts: BillingTexts['card'],
  cards: readonly TestCard[],
  number: string,
): ReadCard {
  return async (form) => {
    const values = readCardValues(new FormData(form))
    const errors = findBlank({ ...values, number }, texts.blank)
    if (Object.keys(errors).length > 0) return { errors }
    const cardToken = tokenOfTestCard(cards, number)
    if (!cardToken) return { errors: { number: texts.notTest } }
    const country = String(new FormData(form).get('country') ?? homeCountry.value)
    const body = { card_token: cardToken, ...values, country }
    return { tokenId: unwrap(await browserApi().POST('/api/embedded/tokens', { body })).id }
  }
}

type Payment = {
  texts: BillingTexts
  /** Undefined when the card on file is used or none is needed. */
  readCard: ReadCard | undefined
  /** What the form sends in addition to the token and the answer of the human check. */
  fields: Readonly<Record<string, string>>
}

export type PaymentForm = {
  human: RefObject<HumanCheckHandle | null>
  errors: CardErrors
  problem: string | undefined
  isPreparing: boolean
  pay: (form: HTMLFormElement) => Promise<void>
}

/** Reads the card, takes the answer and sends the form: fields, token and answer, never a number. */
export function usePayment({ texts, readCard, fields }: Payment): PaymentForm {
  const submit = useSubmit()
  const human = useRef<HumanCheckHandle>(null)
  const [errors, setErrors] = useState<CardErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isPreparing, setPreparing] = useState(false)

  async function prepare(form: HTMLFormElement): Promise<void> {
    setErrors({})
    setProblem(undefined)
    const reading = await readCard?.(form)
    if (reading && 'errors' in reading) {
      setErrors(reading.errors)
      const [first] = Object.keys(reading.errors)
      focusField(form, first)
      return
    }
    if (reading && 'problem' in reading) return setProblem(reading.problem)
    const answer = human.current?.takeAnswer()
    if (!answer) return setProblem(texts.human.required)
    const sent = new FormData()
    for (const [name, value] of Object.entries(fields)) sent.set(name, value)
    if (reading) sent.set('token', reading.tokenId)
    sent.set('human', answer)
    await submit(sent, { method: 'post' })
  }

  async function pay(form: HTMLFormElement): Promise<void> {
    setPreparing(true)
    try {
      await prepare(form)
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error.message : texts.human.failed)
    } finally {
      setPreparing(false)
    }
  }
  return { human, errors, problem, isPreparing, pay }
}

/** The first wrong field takes the focus; the card's number has no name to be found by. */
function focusField(form: HTMLFormElement, name: string | undefined): void {
  const selector = name === 'number' ? 'input:not([name])' : `[name="${name}"]`
  form.querySelector<HTMLInputElement>(selector)?.focus()
}
