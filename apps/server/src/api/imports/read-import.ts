import { getImport } from '@freeor/leads/import/queries'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importParams, importRun, toImportRun } from './import-run.ts'

export const readImportOperation = leadsOperation({
  id: 'readImport',
  method: 'get',
  path: '/api/imports/{importId}',
  area: 'imports',
  summary: 'One import with its progress or its report',
  access: 'super_admin',
  params: importParams,
  answer: importRun,
  handle: async ({ deps, superAdmin, params }) =>
    toImportRun(await getImport(deps, superAdmin(), params.importId), deps),
})
