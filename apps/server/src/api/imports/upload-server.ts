import { newId } from '@freeor/kernel/ids'
import { openUploads, type Uploads } from '@freeor/storage/uploads/open-uploads'
import type { Server } from '@tus/server'
import { openTusServer } from '../../http/tus-server.ts'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'
import { uploadsPath } from './uploads-path.ts'

type Means = Pick<LeadsDeps, 'files'>

const MAX_UPLOAD_BYTES = 20 * 1024 ** 3

/** The uploads of lead files, wherever they arrived. */
export const leadUploads = ({ files }: Means): Uploads => openUploads(files, 'uploads/leads')

const servers = new WeakMap<Means, Server>()

/** The server of resumable uploads (the tus protocol), one a process. */
export function uploadServer(deps: Means): Server {
  const known = servers.get(deps)
  if (known) return known
  const server = openTusServer({
    path: uploadsPath,
    uploads: leadUploads(deps),
    mostBytes: MAX_UPLOAD_BYTES,
    newUploadId: () => newId('up'),
  })
  servers.set(deps, server)
  return server
}

const keptMs = 7 * 24 * 3_600_000

/** Removes uploads of which nothing arrived for a week: imported, or given up. */
export async function forgetLeadUploads(deps: Means & Pick<LeadsDeps, 'clock'>): Promise<void> {
  const uploads = leadUploads(deps)
  const oldest = deps.clock.now().getTime() - keptMs
  for (const [id, at] of await uploads.list('up_')) if (at.getTime() < oldest) await uploads.remove(id)
}
