import type { AuditEntryAnswer } from '@freeor/accounts/audit/schema'
import { toSafeCell } from '@freeor/leads/downloads/safe-cell'

export const auditFormats = ['csv', 'json'] as const
export type AuditFormat = (typeof auditFormats)[number]

const columns = [
  'at',
  'action',
  'actorUserId',
  'actorEmail',
  'subjectUserId',
  'subjectEmail',
  'companyId',
  'companyName',
  'objectType',
  'objectId',
  'ipAddress',
  'id',
] as const satisfies readonly (keyof AuditEntryAnswer)[]

/** Quoted, and inert in a spreadsheet: names and user agents are what strangers typed. */
const cell = (value: string | null): string => `"${toSafeCell(value ?? '').replaceAll('"', '""')}"`

const line = (entry: AuditEntryAnswer): string =>
  `${[...columns.map((column) => cell(entry[column])), cell(JSON.stringify(entry.details))].join(',')}\r\n`

/** The trail as a file, in pieces: CSV as in RFC 4180, or one JSON array with one entry per line. */
export async function* auditFile(
  entries: AsyncIterable<AuditEntryAnswer>,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `\ufeff${[...columns, 'details'].join(',')}\r\n`
    for await (const entry of entries) yield line(entry)
    return
  }
  let separator = '[\n'
  for await (const entry of entries) {
    yield `${separator}${JSON.stringify(entry)}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
