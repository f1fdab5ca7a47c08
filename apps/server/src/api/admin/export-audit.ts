import { Readable } from 'node:stream'
import { readAudit } from '@freeor/accounts/audit/queries'
import { auditFilter } from '@freeor/accounts/audit/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { auditFile, auditFormats } from './audit-file.ts'

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' }

export const exportAuditOperation = operation({
  id: 'exportAudit',
  method: 'get',
  path: '/api/admin/audit/export',
  area: 'operations',
  summary: 'The audit trail as a file, CSV that is inert in a spreadsheet or JSON',
  access: 'super_admin',
  query: auditFilter.extend({ format: z.enum(auditFormats).default('csv') }),
  produces: 'text/csv',
  async handle({ deps, query: { format, ...filter } }) {
    const text = Readable.from(auditFile(readAudit(deps.db, filter), format))
    const day = deps.clock.now().toISOString().slice(0, 10)
    return new Response(Readable.toWeb(text.map((piece: string) => Buffer.from(piece))) as ReadableStream, {
      headers: {
        'content-type': types[format],
        'content-disposition': `attachment; filename="audit-${day}.${format}"`,
        'cache-control': 'no-store',
      },
    })
  },
})
