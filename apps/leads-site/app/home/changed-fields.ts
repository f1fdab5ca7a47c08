/**
 * The fields of an edit that differ from what its form began with. Only they are sent: what another window or a program
 * has saved of the others since the form was opened stays.
 */
export const changedFields = <T extends Readonly<Record<string, unknown>>>(before: T, edit: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(edit).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<T>
