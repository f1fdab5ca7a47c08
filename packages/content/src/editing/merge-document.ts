import { type FieldUnit, mergeFields } from '@freeor/kernel/merge/merge-fields'
import { isSentence } from './fields.ts'
import type { DocumentContent } from './schema.ts'

/** A document as flat fields: those of its collection are `data.<name>`. */
type Flat = Readonly<Record<string, unknown>>

const prefix = 'data.'

const flatten = ({ data, ...fields }: DocumentContent): Flat => ({
  ...fields,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`${prefix}${name}`, value])),
})

function unflatten(flat: Flat): DocumentContent {
  const own = Object.entries(flat).filter(([name]) => !name.startsWith(prefix))
  const data = Object.entries(flat)
    .filter(([name, value]) => name.startsWith(prefix) && value !== undefined)
    .map(([name, value]) => [name.slice(prefix.length), value])
  return { ...(Object.fromEntries(own) as Omit<DocumentContent, 'data'>), data: Object.fromEntries(data) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which two contents differ. */
export function differingFields(one: DocumentContent, other: DocumentContent): string[] {
  const [first, second] = [flatten(one), flatten(other)]
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return names.filter((name) => !isSame(first[name], second[name]))
}

/** A change of a document; null takes a field of the collection away. */
export type DocumentChanges = { readonly [F in keyof DocumentContent]?: DocumentContent[F] | undefined }

/** The content with a change made to it. */
export function changeContent(
  content: DocumentContent,
  { data = {}, ...changes }: DocumentChanges,
): DocumentContent {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined)
  const fields = Object.entries({ ...content.data, ...data }).filter(([, value]) => value !== null)
  return { ...content, ...Object.fromEntries(sent), data: Object.fromEntries(fields) }
}

export type MergedDocument = { readonly content: DocumentContent; readonly conflicts: readonly string[] }

/**
 * Merges two people's changes of a document. Texts of several lines or words are merged by line and word, every other
 * field is one value.
 */
export function mergeDocuments(sides: {
  readonly base: DocumentContent
  readonly mine: DocumentContent
  readonly theirs: DocumentContent
}): MergedDocument {
  const [base, mine, theirs] = [flatten(sides.base), flatten(sides.mine), flatten(sides.theirs)]
  const names = [...new Set([base, mine, theirs].flatMap((side) => Object.keys(side)))]
  const units: FieldUnit<Flat>[] = names.map((name) => ({ fields: [name], isText: isSentence(base[name]) }))
  const merged = mergeFields<Flat>(units, { base, mine, theirs })
  return { content: unflatten(merged.fields), conflicts: merged.conflicts.map(String) }
}
