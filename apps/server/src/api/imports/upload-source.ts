import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@freeor/kernel/errors'
import type { ImportSource } from '@freeor/leads/import/ports'
import { z } from 'zod'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'
import { uploadsDir } from './upload-server.ts'

export const uploadId = z.string().regex(/^up_[0-9a-z]+$/)

const uploadInfo = z.object({
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()).nullish(),
})

/**
 * A finished upload as the source of an import.
 * @throws not_found without such an upload; conflict while it is not complete
 */
export async function openUpload({ dataDir }: Pick<LeadsDeps, 'dataDir'>, id: string): Promise<ImportSource> {
  const path = join(uploadsDir(dataDir), id)
  const [found, text] = await Promise.all([
    stat(path).catch(() => undefined),
    readFile(`${path}.json`, 'utf8').catch(() => undefined),
  ])
  if (!found || text === undefined) throw new AppError('not_found', 'There is no such upload.')
  const info = uploadInfo.parse(JSON.parse(text))
  if (found.size !== info.size) throw new AppError('conflict', 'This upload is not complete yet.')
  return {
    name: info.metadata?.filename ?? 'upload.csv',
    bytes: found.size,
    read: async (range) => createReadStream(path, range ?? {}),
  }
}
