import { getImport } from '@freeor/leads/import/queries'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importParams, importRun, toImportRun } from './import-run.ts'

export const readImport = leadsOperation({
  id: 'readImport',
  method: 'get',
  path: '/api/imports/{importId}',
  area: 'imports',
  summary: 'One import with its progress or its report',
  access: 'operator',
  params: importParams,
  answer: importRun,
  handle: async ({ deps, operator, params }) =>
    toImportRun(await getImport(deps.db, operator(), params.importId), deps),
})
