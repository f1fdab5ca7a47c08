import { AppError } from '@freeor/kernel/errors'
import type { ImportSource } from '@freeor/leads/import/ports'
import { z } from 'zod'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'
import { leadUploads } from './upload-server.ts'

export const uploadId = z.string().regex(/^up_[0-9a-z]+$/)

/**
 * A finished upload as the source of an import.
 * @throws not_found without such an upload; conflict while it is not complete
 */
export async function openUpload(deps: Pick<LeadsDeps, 'files'>, id: string): Promise<ImportSource> {
  const found = await leadUploads(deps).find(id)
  if (!found) throw new AppError('not_found', 'There is no such upload.')
  const { size, offset, metadata, read } = found
  if (offset !== size) throw new AppError('conflict', 'This upload is not complete yet.')
  return { name: metadata.filename ?? 'upload.csv', bytes: size, read }
}
