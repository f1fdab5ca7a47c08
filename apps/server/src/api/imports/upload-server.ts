import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@freeor/kernel/ids'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { Deps } from '../../deps.ts'

export const uploadsPath = '/api/imports/uploads'
const MAX_UPLOAD_BYTES = 20 * 1024 ** 3

export const uploadsDir = (dataDir: string): string => join(dataDir, 'uploads')

const servers = new WeakMap<Deps, Server>()

/** The server of resumable uploads (the tus protocol), one a process. An upload's id is its file's name in the folder. */
export function uploadServer(deps: Deps): Server {
  const known = servers.get(deps)
  if (known) return known
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
  servers.set(deps, server)
  return server
}
