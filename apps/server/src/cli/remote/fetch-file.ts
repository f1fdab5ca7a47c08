import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { readProblem } from '@freeor/api-client/client'
import { AppError } from '@freeor/kernel/errors'
import type { RemoteApi } from './remote-api.ts'

export type RemoteFile = { readonly id: string; readonly bytes: number; readonly sha256: string }

const attempts = 5
const pauseMs = 1_000

/**
 * Saves the file of a download at `to`, which is there only once it is whole. What was fetched before a connection broke
 * stays in `to.part`: the next attempt, or the next run of the command, goes on behind it.
 * @throws AppError where what arrived is not the file; ApiProblem where the server refuses it
 */
export async function fetchFile(api: RemoteApi, file: RemoteFile, to: string): Promise<void> {
  const part = `${to}.part`
  for (let attempt = 1; (await sizeOf(part)) < file.bytes; attempt++) {
    try {
      await fetchRest(api, file, part)
    } catch (error) {
      if (attempt >= attempts || !isBrokenConnection(error)) throw error
      await delay(pauseMs * attempt)
    }
  }
  if ((await sizeOf(part)) !== file.bytes || (await digestOf(part)) !== file.sha256)
    throw new AppError('conflict', `${part} is not the file of this download. Delete it and try again.`)
  await rename(part, to)
}

const sizeOf = async (path: string): Promise<number> =>
  await stat(path).then(
    ({ size }) => size,
    () => 0,
  )

async function fetchRest(api: RemoteApi, { id, sha256 }: RemoteFile, part: string): Promise<void> {
  const had = await sizeOf(part)
  const range = had > 0 ? { range: `bytes=${had}-`, 'if-range': `"${sha256}"` } : {}
  const answer = await api.fetch(`/api/downloads/${id}/file`, range)
  if (!answer.ok) throw await readProblem(answer)
  if (answer.body === null) throw new AppError('internal', 'The server sent no file.')
  // 200 in answer to a range: the whole file, from its beginning.
  const flags = answer.status === 206 ? 'a' : 'w'
  await pipeline(Readable.from(answer.body), createWriteStream(part, { flags }))
}

/** Nothing answered, or the answer ended early; a refusal of the server is neither. */
const isBrokenConnection = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'unavailable' : error instanceof TypeError

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
