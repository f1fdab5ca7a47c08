import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Pipes = { take(): string | undefined; giveBack(path: string): void }

/**
 * Named pipes between the engine and this process: the way to stream with memory that stays level. The engine's own
 * streaming call formats each block as a file of its own (a CSV header every 65,000 rows), and it has none for inserts.
 */
export async function makePipes(folder: string, count: number): Promise<Pipes> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const paths = Array.from({ length: count }, (_, index) => join(folder, `pipe-${index}`))
  await run('mkfifo', ['-m', '600', ...paths])
  return { take: () => paths.pop(), giveBack: (path) => void paths.push(path) }
}

/** What the engine writes into the pipe, until `finish` says that it is done. Nothing here ever blocks a thread. */
export function readPipe(path: string): { readonly bytes: Readable; finish(): void } {
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  // Our own writing end keeps the pipe open until the engine is done: closing it is the end of the stream.
  const writing = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  const bytes = new Socket({ fd: reading, readable: true, writable: false })
  return { bytes, finish: () => closeSync(writing) }
}

/**
 * Feeds the pipe until `body` ends or the engine stops reading.
 * @param settled when the statement has ended. It may never open the pipe: then the waiting open is released.
 * @param beforeAbort runs when `body` breaks, before the pipe closes: to the engine, closing is a proper end.
 */
export async function feedPipe(
  path: string,
  body: AsyncIterable<Uint8Array>,
  options: { settled: Promise<unknown>; beforeAbort(): Promise<void> },
): Promise<void> {
  let isOpen = false
  const release = () => {
    if (!isOpen) closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
  }
  const opening = open(path, 'w')
  void options.settled.then(release, release)
  const pipe = await opening
  isOpen = true
  try {
    for await (const chunk of body) {
      let written = 0
      while (written < chunk.byteLength) written += (await pipe.write(chunk, written)).bytesWritten
    }
  } catch (error) {
    await options.beforeAbort()
    throw error
  } finally {
    await pipe.close()
  }
}
