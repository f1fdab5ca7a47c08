import type { Declined, ProviderCard, TestCard } from '../ports.ts'

/** What a test card does when it is charged. */
type Behaviour =
  | { readonly kind: 'approves' }
  | { readonly kind: 'declines'; readonly error: Declined['transactionError'] }
  /** Pays for the first period and for changes; each renewal is declined. */
  | { readonly kind: 'declines_renewals' }
  /** Declines a renewal once, and pays when it is tried again. */
  | { readonly kind: 'needs_a_retry' }
  /** Leaves the first payment pending for a day; then it succeeds or fails. */
  | { readonly kind: 'is_slow'; readonly outcome: 'paid' | 'refused' }

type Card = TestCard & { readonly cardType: string; readonly behaviour: Behaviour }

const insufficientFunds = {
  code: 'insufficient_funds',
  message: 'Your card has insufficient funds. Please use another card.',
}

const declined = { code: 'declined', message: 'Your card was declined. Please use another card.' }

/** The documented test cards. No other card is taken. */
const cards: readonly Card[] = [
  {
    number: '4111111111111111',
    tokenId: 'tok_visa',
    description: 'Always pays',
    cardType: 'Visa',
    behaviour: { kind: 'approves' },
  },
  {
    number: '5555555555554444',
    tokenId: 'tok_mastercard',
    description: 'Always pays',
    cardType: 'MasterCard',
    behaviour: { kind: 'approves' },
  },
  {
    number: '4000000000000002',
    tokenId: 'tok_declined',
    description: 'Is declined',
    cardType: 'Visa',
    behaviour: { kind: 'declines', error: declined },
  },
  {
    number: '4000000000009995',
    tokenId: 'tok_insufficient_funds',
    description: 'Has insufficient funds',
    cardType: 'Visa',
    behaviour: { kind: 'declines', error: insufficientFunds },
  },
  {
    number: '4000000000000069',
    tokenId: 'tok_expired',
    description: 'Has expired',
    cardType: 'Visa',
    behaviour: {
      kind: 'declines',
      error: { code: 'expired_card', message: 'Your card has expired. Please use another card.' },
    },
  },
  {
    number: '4000000000000341',
    tokenId: 'tok_declines_renewals',
    description: 'Pays at first; every renewal is declined',
    cardType: 'Visa',
    behaviour: { kind: 'declines_renewals' },
  },
  {
    number: '4000000000003220',
    tokenId: 'tok_needs_a_retry',
    description: 'Pays at first; a renewal is declined once and paid at the next try',
    cardType: 'Visa',
    behaviour: { kind: 'needs_a_retry' },
  },
  {
    number: '4000000000000077',
    tokenId: 'tok_slow',
    description: 'The first payment takes a day',
    cardType: 'Visa',
    behaviour: { kind: 'is_slow', outcome: 'paid' },
  },
  {
    number: '4000000000000259',
    tokenId: 'tok_slow_refused',
    description: 'The first payment takes a day and then is not made',
    cardType: 'Visa',
    behaviour: { kind: 'is_slow', outcome: 'refused' },
  },
]

/** What the page may know: a number stays in the browser, and its token goes to the server. */
export const testCards: readonly TestCard[] = cards.map(({ number, tokenId, description }) => ({
  number,
  tokenId,
  description,
}))

/** The card behind a test card's token, with the holder's name; undefined when there is none. Valid for years. */
export function cardOfToken(
  tokenId: string,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): ProviderCard | undefined {
  const card = cards.find((each) => each.tokenId === tokenId)
  if (!card) return undefined
  const hasExpired = tokenId === 'tok_expired'
  return {
    firstName,
    lastName,
    paymentMethod: {
      firstSix: card.number.slice(0, 6),
      lastFour: card.number.slice(-4),
      expMonth: 12,
      expYear: hasExpired ? 2020 : 2039,
      cardType: card.cardType,
    },
  }
}

/** What a bank says when a card is given to be kept, before anything is charged; one without money may be kept. */
export function turnedDown(tokenId: string): Declined['transactionError'] | undefined {
  const behaviour = cards.find((each) => each.tokenId === tokenId)?.behaviour
  if (behaviour?.kind !== 'declines' || behaviour.error === insufficientFunds) return undefined
  return behaviour.error
}

export type ChargeOccasion = {
  /** `first`: of a new subscription. */
  readonly for: 'first' | 'change' | 'renewal'
  /** How often a card was already charged for this invoice. */
  readonly earlierTries: number
}

export type Authorization =
  | { readonly outcome: 'approved' }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'declined'; readonly error: Declined['transactionError'] }

const approved = { outcome: 'approved' } as const
const refused = { outcome: 'declined', error: declined } as const

const noCard = { code: 'no_card', message: 'There is no card on file. Please add one.' }

/** The card's answer to a charge; without a card it is a refusal. */
export function authorize(tokenId: string | null, occasion: ChargeOccasion): Authorization {
  if (tokenId === null) return { outcome: 'declined', error: noCard }
  const behaviour = cards.find((each) => each.tokenId === tokenId)?.behaviour
  const { earlierTries } = occasion
  const isRenewal = occasion.for === 'renewal'
  switch (behaviour?.kind) {
    case 'approves':
      return approved
    case 'declines':
      return { outcome: 'declined', error: behaviour.error }
    case 'declines_renewals':
      return isRenewal ? refused : approved
    case 'needs_a_retry':
      return isRenewal && earlierTries === 0 ? refused : approved
    case 'is_slow':
      if (occasion.for !== 'first') return approved
      if (earlierTries === 0) return { outcome: 'pending' }
      return behaviour.outcome === 'paid' ? approved : refused
    default:
      return refused
  }
}
