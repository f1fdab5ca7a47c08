import { readingTypes } from '../reading-types.ts'
import type { Collection } from '../schema.ts'

/** How a field of a collection is edited. */
export type EditedField = {
  readonly name: string
  readonly kind: 'line' | 'text' | 'markdown' | 'number' | 'choice' | 'flag' | 'picture' | 'audiences'
  readonly choices?: readonly string[]
  /** May be left out. */
  readonly isOptional?: true
}

const order = { name: 'order', kind: 'number' } as const
const optionalPicture = { name: 'picture', kind: 'picture', isOptional: true } as const

/** The fields that a form shows for each collection, in their order. */
export const editedFields: Readonly<Record<Collection, readonly EditedField[]>> = {
  pages: [{ name: 'lead', kind: 'text' }, { name: 'body', kind: 'markdown' }, optionalPicture],
  'reading-list': [
    { name: 'type', kind: 'choice', choices: readingTypes },
    { name: 'author', kind: 'line' },
    { name: 'year', kind: 'number' },
    { name: 'source', kind: 'line' },
  ],
  bios: [
    { name: 'group', kind: 'choice', choices: ['Lecturers', 'Staff'] },
    order,
    { name: 'role', kind: 'line' },
    { name: 'about', kind: 'markdown' },
    optionalPicture,
    { name: 'isSample', kind: 'flag' },
  ],
  opportunities: [
    { name: 'category', kind: 'line' },
    order,
    { name: 'text', kind: 'text' },
    { name: 'time', kind: 'line' },
    { name: 'isFeatured', kind: 'flag' },
    optionalPicture,
    { name: 'page', kind: 'line', isOptional: true },
    { name: 'audiences', kind: 'audiences' },
  ],
  audiences: [order],
  faq: [{ name: 'group', kind: 'line' }, order, { name: 'answer', kind: 'markdown' }],
  steps: [order, { name: 'text', kind: 'text' }, optionalPicture],
  'image-grid': [
    order,
    { name: 'text', kind: 'text' },
    { name: 'picture', kind: 'picture' },
    { name: 'page', kind: 'line' },
  ],
}

/**
 * Whether two people's changes of a value are merged by line and word. Names, years and choices mean something only as a
 * whole; a sentence of several words may be changed in parts.
 */
export const isSentence = (value: unknown): boolean =>
  typeof value === 'string' && value.trim().split(/\s+/).length > 3

type ReadField = (name: string) => string

const prefix = 'data.'

/** One line `key: text` for each entry. */
function readEntries(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes(':'))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

/** What a form field says; null takes an optional one away. What does not fit is left to the server to refuse by name. */
function readField({ name, kind, isOptional }: EditedField, read: ReadField): unknown {
  const field = `${prefix}${name}`
  if (kind === 'flag') return read(field) !== ''
  if (kind === 'audiences') return readEntries(read(field))
  if (kind === 'picture') {
    const picture = { src: read(`${field}.src`), alt: read(`${field}.alt`) }
    return picture.src === '' && isOptional ? null : picture
  }
  const text = read(field)
  if (text === '' && isOptional) return null
  if (kind === 'number') return text === '' ? text : Number(text)
  // A browser ends the lines of a form by CR LF.
  return text.replaceAll('\r\n', '\n')
}

/** The fields of a collection from a form. */
export const readData = (collection: Collection, read: ReadField): Record<string, unknown> =>
  Object.fromEntries(editedFields[collection].map((field) => [field.name, readField(field, read)]))

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function writeField({ name, kind }: EditedField, value: unknown): [string, string][] {
  const field = `${prefix}${name}`
  if (kind === 'flag') return [[field, value ? 'on' : '']]
  if (kind === 'picture') {
    const { src, alt } = (value ?? {}) as { src?: string; alt?: string }
    return [
      [`${field}.src`, textOf(src)],
      [`${field}.alt`, textOf(alt)],
    ]
  }
  if (kind === 'audiences') {
    const entries = Object.entries((value ?? {}) as Record<string, string>)
    return [[field, entries.map(([key, text]) => `${key}: ${text}`).join('\n')]]
  }
  return [[field, textOf(value)]]
}

/** The fields of a collection as the texts of a form. `readData` of it gives the same fields again. */
export const writeData = (
  collection: Collection,
  data: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(editedFields[collection].flatMap((field) => writeField(field, data[field.name])))
