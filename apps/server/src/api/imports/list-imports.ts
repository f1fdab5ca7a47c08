import { listImports } from '@freeor/leads/import/queries'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importRun, toImportRun } from './import-run.ts'

export const listImportsOperation = leadsOperation({
  id: 'listImports',
  method: 'get',
  path: '/api/imports',
  area: 'imports',
  summary: 'Imports, newest first',
  access: 'super_admin',
  answer: z.object({ imports: z.array(importRun) }),
  async handle({ deps, superAdmin }) {
    const records = await listImports(deps, superAdmin())
    return { imports: records.map((record) => toImportRun(record, deps)) }
  },
})
