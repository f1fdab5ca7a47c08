/** The fields of the card form that the specification requires, as the provider names them. */
export const cardFields = ['first_name', 'last_name', 'address1', 'city', 'state', 'postal_code'] as const

export type CardField = (typeof cardFields)[number]

export type CardValues = Readonly<Record<CardField, string>>

/** What is wrong with a field, by its name. */
export type CardErrors = Partial<Record<CardField | 'number', string>>

export type TestCard = { number: string; tokenId: string; description: string }

/** The required fields of a filled-in form, trimmed. */
export function readCardValues(form: FormData): CardValues {
  const read = (name: CardField) => [name, String(form.get(name) ?? '').trim()]
  return Object.fromEntries(cardFields.map(read)) as CardValues
}

/** The sentence of each field that is blank. */
export function findBlank(
  values: Readonly<Record<string, string>>,
  sentences: Readonly<Record<CardField | 'number', string>>,
): CardErrors {
  const blank = Object.keys(values).filter((name) => values[name]?.trim() === '')
  return Object.fromEntries(Object.entries(sentences).filter(([name]) => blank.includes(name)))
}

/** The token of a test card, typed with or without spaces and hyphens; undefined for any other number. */
export function tokenOfTestCard(cards: readonly TestCard[], typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return cards.find(({ number }) => number === digits)?.tokenId
}

/** `4111111111111111` -> `4111 1111 1111 1111` */
export const groupDigits = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
