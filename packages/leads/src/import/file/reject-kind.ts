/** Why rows are not stored, in kinds that can be counted and told. */
export const rejectKinds = [
  'cells',
  'blank',
  'quotes',
  'length',
  'bytes',
  'no_lead',
  'do_not_contact',
] as const
export type RejectKind = (typeof rejectKinds)[number]

/** What is said of each kind. */
export const rejectReasons: Readonly<Record<RejectKind, string>> = {
  cells: 'Another number of cells than the header has',
  blank: 'No cell has a value',
  quotes: 'A quote that is not closed',
  length: 'A cell or a row that is too long',
  bytes: 'Bytes that are no text',
  no_lead: 'A total, a note or the header again',
  do_not_contact: 'On the do-not-contact list',
}

const kinds: readonly (readonly [RegExp, RejectKind])[] = [
  [/^more cells|cells where the header has/, 'cells'],
  [/^no cell has a value/, 'blank'],
  [/^a quote /, 'quotes'],
  [/ longer than /, 'length'],
  [/^bytes |^a NUL byte/, 'bytes'],
  [/^the header again|^a total or a note/, 'no_lead'],
  [/^On the do-not-contact list/, 'do_not_contact'],
]

/** The kind of the reason that a row was rejected for. @throws Error for a reason without a kind */
export function rejectKindOf(reason: string): RejectKind {
  const found = kinds.find(([shape]) => shape.test(reason))
  if (!found) throw new Error(`A reason without a kind: ${reason}`)
  return found[1]
}
