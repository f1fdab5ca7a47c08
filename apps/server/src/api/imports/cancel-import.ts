import { AppError } from '@freeor/kernel/errors'
import { getImport } from '@freeor/leads/import/queries'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importParams, importRun, toImportRun } from './import-run.ts'

export const cancelImportOperation = leadsOperation({
  id: 'cancelImport',
  method: 'post',
  path: '/api/imports/{importId}/cancel',
  area: 'imports',
  summary: 'Ends a running import; the version before it goes on serving',
  access: 'super_admin',
  params: importParams,
  answer: importRun,
  async handle({ deps, superAdmin, params }) {
    const scope = superAdmin()
    const record = await getImport(deps, scope, params.importId)
    if (!deps.runningImports.cancel(params.importId))
      throw new AppError('conflict', 'This import does not run in this server any more.')
    return toImportRun(record, deps)
  },
})
