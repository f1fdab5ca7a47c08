import { mostFileBytes, mostOpenUploads } from '@freeor/courses/authoring/files/limits'
import type { FinishedUpload } from '@freeor/courses/authoring/files/ports'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { openUploads, type Uploads } from '@freeor/storage/uploads/open-uploads'
import type { Server } from '@tus/server'
import { openTusServer } from '../../http/tus-server.ts'
import type { CoursesDeps } from '../../sites/courses/courses-deps.ts'
import { lessonUploadsPath } from './uploads-path.ts'

type Means = Pick<CoursesDeps, 'files'>

/** The uploads of files for lessons, wherever they arrived. */
export const lessonUploads = ({ files }: Means): Uploads => openUploads(files, 'uploads/lessons')

/** An upload's id begins with its user's: nobody continues or takes somebody else's. */
const prefixOf = ({ userId }: Pick<UserActor, 'userId'>): string => `up_${userId.replace(/^[a-z]+_/, '')}_`

const servers = new WeakMap<object, Map<string, Server>>()

/** The server of a user's resumable uploads (the tus protocol). */
export function lessonUploadServer(deps: Means, user: Pick<UserActor, 'userId'>): Server {
  const known = servers.get(deps) ?? new Map<string, Server>()
  servers.set(deps, known)
  const prefix = prefixOf(user)
  const server = known.get(prefix) ?? openServer(deps, prefix)
  known.set(prefix, server)
  // A map of everybody who ever uploaded would only grow.
  if (known.size > 100) known.delete([...known.keys()][0] ?? '')
  return server
}

const openServer = (deps: Means, prefix: string): Server =>
  openTusServer({
    path: lessonUploadsPath,
    uploads: lessonUploads(deps),
    mostBytes: mostFileBytes,
    newUploadId: () => `${prefix}${newId('up').slice(3)}`,
  })

const noUpload = () => new AppError('not_found', 'There is no such upload.')

/** @throws AppError not_found for somebody else's upload, as for none */
export function requireOwnUpload(user: UserActor, uploadId: string): void {
  if (!uploadId.startsWith(prefixOf(user))) throw noUpload()
}

/** @throws AppError conflict for a user who has too many unfinished ones */
export async function requireUploadRoom(deps: Means, user: UserActor): Promise<void> {
  const open = await lessonUploads(deps).list(prefixOf(user))
  if (open.size >= mostOpenUploads)
    throw new AppError('conflict', `At most ${mostOpenUploads} files are uploaded at the same time.`)
}

/** An upload that has arrived whole. @throws AppError not_found; conflict while it is not complete */
export async function openLessonUpload(deps: Means, uploadId: string): Promise<FinishedUpload> {
  const found = await lessonUploads(deps).find(uploadId)
  if (!found) throw noUpload()
  const { size, offset, metadata, read } = found
  if (offset !== size) throw new AppError('conflict', 'This upload is not complete yet.')
  return { name: (metadata.filename ?? '').slice(0, 300), bytes: size, read }
}

const keptMs = 24 * 3_600_000

/** Removes uploads that nobody continued for a day. */
export async function forgetOldUploads(deps: Means & Pick<CoursesDeps, 'clock'>): Promise<void> {
  const uploads = lessonUploads(deps)
  const oldest = deps.clock.now().getTime() - keptMs
  for (const [id, at] of await uploads.list('up_')) if (at.getTime() < oldest) await uploads.remove(id)
}
