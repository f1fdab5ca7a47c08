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
