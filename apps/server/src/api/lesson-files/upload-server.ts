import { createReadStream, mkdirSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mostFileBytes, mostOpenUploads } from '@freeor/courses/authoring/files/limits'
import type { FinishedUpload } from '@freeor/courses/authoring/files/ports'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { z } from 'zod'
import type { CoursesDeps } from '../../sites/courses/courses-deps.ts'
import { lessonUploadsPath } from './uploads-path.ts'

type Folder = Pick<CoursesDeps, 'dataDir'>

const folderOf = ({ dataDir }: Folder): string => join(dataDir, 'lesson-uploads')

/** An upload's id begins with its user's: nobody continues or takes somebody else's. */
const prefixOf = ({ userId }: Pick<UserActor, 'userId'>): string => `up_${userId.replace(/^[a-z]+_/, '')}_`

const servers = new WeakMap<object, Map<string, Server>>()

/** The server of a user's resumable uploads (the tus protocol). An upload's id is its file's name in the folder. */
export function lessonUploadServer(deps: Folder, user: Pick<UserActor, 'userId'>): Server {
  const known = servers.get(deps) ?? new Map<string, Server>()
  servers.set(deps, known)
  const prefix = prefixOf(user)
  const server = known.get(prefix) ?? openServer(deps, prefix)
  known.set(prefix, server)
  // A map of everybody who ever uploaded would only grow.
  if (known.size > 100) known.delete([...known.keys()][0] ?? '')
  return server
}

function openServer(deps: Folder, prefix: string): Server {
  const directory = folderOf(deps)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return new Server({
    path: lessonUploadsPath,
    datastore: new FileStore({ directory }),
    maxSize: mostFileBytes,
    relativeLocation: true,
    namingFunction: () => `${prefix}${newId('up').slice(3)}`,
    respectForwardedHeaders: false,
  })
}

const noUpload = () => new AppError('not_found', 'There is no such upload.')

/** @throws AppError not_found for somebody else's upload, as for none */
export function requireOwnUpload(user: UserActor, uploadId: string): void {
  if (!uploadId.startsWith(prefixOf(user))) throw noUpload()
}

/** @throws AppError conflict for a user who has too many unfinished ones */
export async function requireUploadRoom(deps: Folder, user: UserActor): Promise<void> {
  const prefix = prefixOf(user)
  const names = await readdir(folderOf(deps)).catch(() => [])
  const open = names.filter((name) => name.startsWith(prefix) && !name.endsWith('.json'))
  if (open.length >= mostOpenUploads)
    throw new AppError('conflict', `At most ${mostOpenUploads} files are uploaded at the same time.`)
}

const uploadInfo = z.object({
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()).nullish(),
})

/** An upload that has arrived whole. @throws AppError not_found; conflict while it is not complete */
export async function openLessonUpload(deps: Folder, uploadId: string): Promise<FinishedUpload> {
  const path = join(folderOf(deps), uploadId)
  const [found, text] = await Promise.all([
    stat(path).catch(() => undefined),
    readFile(`${path}.json`, 'utf8').catch(() => undefined),
  ])
  if (!found || text === undefined) throw noUpload()
  const info = uploadInfo.parse(JSON.parse(text))
  if (found.size !== info.size) throw new AppError('conflict', 'This upload is not complete yet.')
  return {
    name: (info.metadata?.filename ?? '').slice(0, 300),
    bytes: found.size,
    read: async (range) => createReadStream(path, range ?? {}),
  }
}

/** Removes an upload that was taken or refused. */
export async function forgetUpload(deps: Folder, uploadId: string): Promise<void> {
  const path = join(folderOf(deps), uploadId)
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })])
}

const keptMs = 24 * 3_600_000

/** Removes uploads that nobody continued for a day. */
export async function forgetOldUploads(deps: Folder & Pick<CoursesDeps, 'clock'>): Promise<void> {
  const directory = folderOf(deps)
  const oldest = deps.clock.now().getTime() - keptMs
  for (const name of await readdir(directory).catch(() => [])) {
    const found = await stat(join(directory, name)).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(join(directory, name), { force: true })
  }
}
