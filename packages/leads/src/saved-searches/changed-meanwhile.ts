import type { SavedSearch, SavedSearchChange } from './schema.ts'

const compared = ['searchName', 'notes', 'tags'] as const

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a change would write over a text that is another one by now than when its form was opened. */
export function isChangedMeanwhile(
  now: Pick<SavedSearch, (typeof compared)[number]>,
  { before = {}, ...change }: SavedSearchChange,
): boolean {
  return compared.some(
    (name) =>
      before[name] !== undefined &&
      change[name] !== undefined &&
      !isSame(now[name], before[name]) &&
      !isSame(now[name], change[name]),
  )
}
