import type { BillingTexts } from './billing-texts.ts'
import { type CardErrors, findBlank, readCardValues } from './card-rules.ts'
import { loadScript } from './provider-script.ts'
import type { CardReading, ReadCard } from './use-payment.ts'

/** What we use of Recurly.js v4. */
type RecurlyElement = { attach(target: Element): unknown; remove?(): unknown }
type RecurlyElements = { CardElement(options?: object): RecurlyElement }
type RecurlyFailure = { message: string; fields?: readonly string[] }
type Recurly = {
  configure(options: { publicKey: string; cors: boolean }): void
  Elements(): RecurlyElements
  token(
    elements: RecurlyElements,
    form: HTMLFormElement,
    done: (failure: RecurlyFailure | null, token?: { id: string }) => void,
  ): void
}

export type RecurlyKeys = { publicKey: string; scriptUrl: string }

const recurlyOfPage = (): Recurly | undefined =>
  (globalThis as typeof globalThis & { recurly?: Recurly }).recurly

/** Their script, ready for our site. @throws Error when it does not come */
async function loadRecurly({ scriptUrl, publicKey }: RecurlyKeys): Promise<Recurly> {
  const present = recurlyOfPage()
  if (present) return present
  await loadScript(scriptUrl)
  const loaded = recurlyOfPage()
  if (!loaded) throw new Error(`${scriptUrl} brought no card fields`)
  // Without `cors` it would send requests by loading scripts, which our content policy refuses.
  loaded.configure({ publicKey, cors: true })
  return loaded
}

function readingOf(failure: RecurlyFailure, texts: BillingTexts['card']): CardReading {
  const named = Object.keys(texts.blank).filter((name) => failure.fields?.includes(name))
  const errors: CardErrors = Object.fromEntries(named.map((name) => [name, failure.message]))
  return named.length > 0 ? { errors } : { problem: failure.message }
}

/** Puts their card field into an element of the form; the number is typed into a frame of theirs. */
export async function mountRecurlyCard(
  target: Element,
  keys: RecurlyKeys,
  texts: BillingTexts['card'],
): Promise<{ readCard: ReadCard; remove: () => void }> {
  const recurly = await loadRecurly(keys)
  const elements = recurly.Elements()
  const card = elements.CardElement()
  card.attach(target)
  const readCard: ReadCard = (form) => {
    const errors = findBlank(readCardValues(new FormData(form)), texts.blank)
    if (Object.keys(errors).length > 0) return Promise.resolve({ errors })
    return new Promise((resolve) => {
      recurly.token(elements, form, (failure, token) => {
        if (token) resolve({ tokenId: token.id })
        else resolve(readingOf(failure ?? { message: texts.formMissing }, texts))
      })
    })
  }
  return { readCard, remove: () => void card.remove?.() }
}
