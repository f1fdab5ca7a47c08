import { listImports } from '@freeor/leads/import/queries'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { importRun, toImportRun } from './import-run.ts'

export const listImportsOperation = operation({
  id: 'listImports',
  method: 'get',
  path: '/api/imports',
  area: 'imports',
  summary: 'Imports, newest first',
  access: 'operator',
  answer: z.object({ imports: z.array(importRun) }),
  async handle({ deps, operator }) {
    const records = await listImports(deps.db, operator())
    return { imports: records.map((record) => toImportRun(record, deps)) }
  },
})
