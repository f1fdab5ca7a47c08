import { AppError } from '@freeor/kernel/errors'
import { getImport } from '@freeor/leads/import/queries'
import { cancelImport } from '@freeor/leads/import/records/commands'
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
    const { importId } = params
    const record = await getImport(deps, scope, importId)
    // One that was cancelled at another server still winds up here for a while.
    const isRunning = record.state === 'running'
    if (isRunning && deps.runningImports.cancel(importId)) return toImportRun(record, deps)
    // Another server on this database may run it, or a command.
    if (!(isRunning && (await cancelImport(deps.imports, importId))))
      throw new AppError('conflict', 'This import does not run any more.')
    return toImportRun(await getImport(deps, scope, importId), deps)
  },
})
