import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readAudit, searchAudit } from '@freeor/accounts/audit/queries'
import { type AuditFilter, auditFilter } from '@freeor/accounts/audit/schema'
import { inputWords } from '@freeor/kernel/input-words'
import type { Database } from '@freeor/postgres/database'
import { auditFile, auditFormats } from '../api/admin/audit-file.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { columns, withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- audit search [filters] [--limit N] [--json]
       npm run -s freeor -- audit export FILE [filters] [--format csv|json]

Who did what to whom, newest first.

  --actor PERSON    who acted: an id or an email address
  --subject PERSON  who was acted on, or as whom
  --company ID
  --action TEXT     an action or its beginning, like impersonation.
  --from TIME       like 2030-01-31T00:00:00Z, included
  --to TIME         not included
  --limit N         with search: 50 unless told, at most 500
  --format FORMAT   with export: csv (cells are inert in a spreadsheet) unless told
  --json            with search: one JSON document

Example: npm run -s freeor -- audit search --action impersonation. --actor jane@example.com
         npm run -s freeor -- audit export trail.csv --from 2030-01-01T00:00:00Z
`

const text = { type: 'string' } as const
const options = {
  actor: text,
  subject: text,
  company: text,
  action: text,
  from: text,
  to: text,
  limit: text,
  format: text,
  json: { type: 'boolean' },
} as const

function readFilter(values: Record<string, string | boolean | undefined>): AuditFilter {
  const { actor, subject, company: companyId, action, from, to } = values
  const given = Object.entries({ actor, subject, companyId, action, from, to })
  const parsed = auditFilter.safeParse(Object.fromEntries(given.filter(([, value]) => value !== undefined)), {
    error: inputWords,
  })
  if (parsed.success) return parsed.data
  throw new UsageError(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join(' '),
  )
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what, file, ...more]) => {
      const filter = readFilter(values)
      const format = auditFormats.find((one) => one === (values.format ?? 'csv'))
      const limit = Number(values.limit ?? 50)
      if (!format) throw new UsageError('--format is csv or json.')
      if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new UsageError('--limit is 1 to 500.')
      const isExport = what === 'export'
      if ((!isExport && what !== 'search') || isExport !== (file !== undefined) || more.length > 0)
        throw new UsageError(isExport ? 'Please name one file.' : 'Please say what to do.')
      return await withDatabase(readConfig, async ({ database: { db } }) => {
        if (file === undefined) await print(db, filter, { limit, isJson: values.json === true })
        else
          await pipeline(
            Readable.from(auditFile(readAudit(db, filter), format)),
            createWriteStream(file, { flags: 'wx', mode: 0o600 }),
          )
        return 0
      })
    }),
}

async function print(
  db: Database,
  filter: AuditFilter,
  { limit, isJson }: { limit: number; isJson: boolean },
): Promise<void> {
  const entries = await searchAudit(db, filter, { limit })
  if (isJson) {
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`)
    return
  }
  const rows = entries.map((one) => [
    one.at,
    one.action,
    one.actorEmail ?? one.actorUserId ?? '',
    one.subjectEmail ?? one.subjectUserId ?? '',
    one.companyName ?? '',
    JSON.stringify(one.details),
  ])
  process.stdout.write(columns(rows))
}
