import { mergeTexts, type ThreeWays } from './merge-texts.ts'

/** Fields that are merged as one value, as they mean something only together; a single one may be merged as a text. */
export type FieldUnit<F> = { readonly fields: readonly (keyof F)[]; readonly isText?: boolean }

export type MergedFields<F> = {
  /** In a conflict: what is mine, and of a text also what could be merged. */
  readonly fields: F
  /** The fields that both changed, and not alike. */
  readonly conflicts: readonly (keyof F)[]
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges two people's changes of a record. What only one of them changed is theirs.
 * @param units of all fields; a field that is in none stays mine
 */
export function mergeFields<F extends object>(
  units: readonly FieldUnit<F>[],
  { base, mine, theirs }: ThreeWays<F>,
): MergedFields<F> {
  const fields = { ...mine }
  const conflicts: (keyof F)[] = []
  for (const unit of units) {
    const changed = (side: F) => unit.fields.some((field) => !isSame(side[field], base[field]))
    const isAlike = unit.fields.every((field) => isSame(mine[field], theirs[field]))
    if (isAlike || !changed(theirs)) continue
    if (!changed(mine)) for (const field of unit.fields) fields[field] = theirs[field]
    else if (!(unit.isText && mergeOne(fields, unit, { base, mine, theirs })))
      conflicts.push(...unit.fields.filter((field) => !isSame(mine[field], theirs[field])))
  }
  return { fields, conflicts }
}

/** @returns whether it is merged */
function mergeOne<F extends object>(into: F, { fields }: FieldUnit<F>, sides: ThreeWays<F>): boolean {
  const [field] = fields
  if (field === undefined) return true
  const [base, mine, theirs] = [sides.base[field], sides.mine[field], sides.theirs[field]]
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return false
  const merged = mergeTexts({ base, mine, theirs })
  Object.assign(into, { [field]: merged.text })
  return merged.isClean
}
