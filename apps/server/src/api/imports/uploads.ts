import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { proveOperatorScope } from '@freeor/accounts/scope'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { noRoom } from '../../disk-room.ts'
import type { HttpEnv } from '../../http/env.ts'

export const uploadsPath = '/api/imports/uploads'
const MAX_UPLOAD_BYTES = 20 * 1024 ** 3

export const uploadsDir = (dataDir: string): string => join(dataDir, 'uploads')

/** Resumable uploads of lead files (the tus protocol), for super admins. The id is the file's name in the folder. */
export function mountUploads(app: Hono<HttpEnv>, deps: Deps): void {
  const directory = uploadsDir(deps.dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const server = new Server({
    path: uploadsPath,
    datastore: new FileStore({ directory }),
    maxSize: MAX_UPLOAD_BYTES,
    relativeLocation: true,
    namingFunction: () => newId('up'),
    respectForwardedHeaders: false,
  })
  const serve = (request: Request) => server.handleWeb(request)
  // Only ids of ours: tus itself would take `..%2Fname` for a file beside the folder.
  for (const path of [uploadsPath, `${uploadsPath}/:id{up_[0-9a-z]+}`])
    app.all(path, async (c) => {
      const actor = c.get('actor')
      if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Please log in first.')
      proveOperatorScope(actor)
      if (deps.room.isLow() && ['POST', 'PATCH'].includes(c.req.method)) throw noRoom()
      return await serve(c.req.raw)
    })
}
