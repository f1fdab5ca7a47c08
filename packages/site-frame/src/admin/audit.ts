import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openAdmin } from './open-admin.ts'
import { given, nextPageOf, pageLength, readFilter } from './read-filter.ts'

/** The audit trail, filtered by the address, with the address of the same rows as a file. */
export async function loadAudit(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, day } = readFilter(args.request)
  const filter = given({
    actor: text('actor'),
    subject: text('subject'),
    companyId: text('companyId'),
    action: text('action'),
    from: day('from'),
    to: day('to'),
  })
  const before = Number(text('before'))
  const page = given({ before: Number.isSafeInteger(before) && before > 0 ? before : undefined })
  const { entries } = await forPage(
    args.context,
    api
      .GET('/api/admin/audit', { params: { query: { ...filter, ...page, limit: pageLength } } })
      .then(unwrap),
  )
  const last = entries.length === pageLength ? entries.at(-1)?.sequence : undefined
  const file = (format: string) =>
    `/api/admin/audit/export?${new URLSearchParams({ ...(filter as Record<string, string>), format })}`
  return {
    entries,
    next: nextPageOf(args.request, 'before', last),
    files: { csv: file('csv'), json: file('json') },
  }
}
export type AuditData = Awaited<ReturnType<typeof loadAudit>>
export type AuditEntry = AuditData['entries'][number]
