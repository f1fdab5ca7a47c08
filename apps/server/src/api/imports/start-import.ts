import { recordAudit } from '@freeor/accounts/commands'
import { getImport } from '@freeor/leads/import/queries'
import { column, dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { importRun, toImportRun } from './import-run.ts'
import { openUpload, uploadId } from './upload-source.ts'

export const startImportOperation = leadsOperation({
  id: 'startImport',
  method: 'post',
  path: '/api/imports',
  area: 'imports',
  summary: 'Imports an uploaded file as the next version of a dictionary, in the background',
  access: 'super_admin',
  body: z.strictObject({
    uploadId,
    dictId,
    name: z.string().trim().min(1).max(120).optional(),
    /** The corrected proposal; when absent, the proposal is used as it is. */
    columns: z.array(column).min(1).max(500).optional(),
    /** A file that lacks more than half of the dictionary's columns is refused unless this says that it is meant. */
    isReplacement: z.boolean().optional(),
  }),
  answer: importRun,
  status: 202,
  async handle({ deps, body, superAdmin, clientAddress }) {
    const scope = superAdmin()
    const source = await openUpload(deps, body.uploadId)
    const { name, columns, isReplacement } = body
    const importId = await deps.runningImports.start({
      source,
      uploadId: body.uploadId,
      dictId: body.dictId,
      userId: scope.userId,
      ...(name && { name }),
      ...(columns && { columns }),
      ...(isReplacement && { isReplacement }),
    })
    await recordAudit(deps.db, {
      actorUserId: scope.userId,
      action: 'import.started',
      objectType: 'import',
      objectId: importId,
      ipAddress: clientAddress,
      details: { dictId: body.dictId, file: source.name },
      now: deps.clock.now(),
    })
    return toImportRun(await getImport(deps, scope, importId), deps)
  },
})
