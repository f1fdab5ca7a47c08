import { AppError } from '@freeor/kernel/errors'
import type { Column } from '../schema.ts'
import type { DownloadInput } from './ports.ts'

/**
 * The columns of the file, in the requested order; all of the dictionary's when none are named.
 * @throws AppError `invalid_request` naming columns the dictionary lacks, repeats, or sorting by a contact column.
 */
export function chooseColumns(
  input: Pick<DownloadInput, 'columns' | 'sort'>,
  columns: readonly Column[],
): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const unknown = [...(input.columns ?? []), ...input.sort.map(({ column }) => column)].filter(
    (key) => !byKey.has(key),
  )
  if (unknown.length > 0) {
    throw new AppError('invalid_request', `This dataset has no column "${unknown.join('", "')}"`, {
      details: { missingColumns: unknown },
    })
  }
  const masked = input.sort.find(({ column }) => byKey.get(column)?.contact)
  if (masked)
    throw new AppError('invalid_request', `"${masked.column}" is a contact column: it cannot be sorted by`)
  const keys = input.columns ?? [...byKey.keys()]
  if (new Set(keys).size < keys.length) throw new AppError('invalid_request', 'A column is named twice')
  return keys.flatMap((key) => {
    const column = byKey.get(key)
    return column ? [column] : []
  })
}

/** The key of an added column: numbered where one is called so already. It is taken from then on. */
export function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted
  for (let n = 2; taken.has(key); n++) key = `${wanted}_${n}`
  taken.add(key)
  return key
}
