import { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import { getImport } from '@freeor/leads/import/queries'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importParams } from './import-run.ts'

export const fetchRejectsOperation = leadsOperation({
  id: 'fetchRejects',
  method: 'get',
  path: '/api/imports/{importId}/rejects',
  area: 'imports',
  summary: 'The rows an import refused: line, row, reason and how the row begins, as CSV',
  access: 'super_admin',
  params: importParams,
  produces: 'text/csv',
  async handle({ deps, superAdmin, params }) {
    const { report } = await getImport(deps, superAdmin(), params.importId)
    if (!report?.rejectsFile) throw new AppError('not_found', 'This import refused no row.')
    const body = Readable.toWeb(await deps.files.read(report.rejectsFile)) as ReadableStream<Uint8Array>
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="rejects-${params.importId}.csv"`,
        'cache-control': 'private, no-transform',
      },
    })
  },
})
