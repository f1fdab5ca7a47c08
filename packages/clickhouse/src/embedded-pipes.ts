import { execFile } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newSecret } from '@freeor/kernel/ids'
import { quote } from './embedded-sessions.ts'
import { engineUnavailable } from './olap-error.ts'

const run = promisify(execFile)

/** Only their owner may open them. */
const makeNamedPipes = async (paths: readonly string[]) => await run('mkfifo', ['-m', '600', ...paths])

/** Pipes that one start of `mkfifo` makes for a stock. */
const PIPES_AT_ONCE = 256

export type Pipes = { take(): string | undefined; giveBack(path: string): void }

/**
 * Named pipes between the engine and this process: the way to stream with memory that stays level. The engine's own
 * streaming call formats each block as a file of its own (a CSV header every 65,000 rows), and it has none for inserts.
 */
export async function makePipes(folder: string, count: number): Promise<Pipes> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const paths = Array.from({ length: count }, (_, index) => join(folder, `pipe-${index}`))
  await makeNamedPipes(paths)
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
 * Feeds the pipe until `body` ends or the engine stops reading. A chunk is written before the next is requested.
 * @param settled when the statement has ended. It may never open the pipe: then nothing is fed.
 * @param beforeAbort runs when `body` breaks, before the pipe closes: the engine takes a closed pipe for a proper end.
 */
export async function feedPipe(
  path: string,
  body: AsyncIterable<Uint8Array>,
  options: { settled: Promise<unknown>; beforeAbort(error: unknown): Promise<void> },
): Promise<void> {
  const fd = await openOnceRead(path, options.settled)
  if (fd === undefined) {
    await options.settled
    throw new Error('The statement ended without reading its rows')
  }
  // Only a socket can wait on a pipe without holding a thread.
  const pipe = new Socket({ fd, readable: false, writable: true })
  pipe.on('error', () => undefined)
  let failure: Error | undefined
  try {
    for await (const chunk of body) {
      failure = await write(pipe, chunk)
      if (failure !== undefined) break
    }
  } catch (error) {
    await options.beforeAbort(error)
    throw error
  } finally {
    pipe.destroy()
  }
  if (failure === undefined) return
  // The engine stopped reading: the statement's own error says why.
  await options.settled
  throw failure
}

async function write(pipe: Socket, chunk: Uint8Array): Promise<Error | undefined> {
  return await new Promise((resolve) => pipe.write(chunk, (error) => resolve(error ?? undefined)))
}

const LOOK_AGAIN_MS = 2

/**
 * The pipe's writing end once the engine reads from it; undefined when the statement ended first. A blocking open would
 * hold one of four threads until the reader comes, and forever when the statement ends just before it reads.
 */
async function openOnceRead(path: string, settled: Promise<unknown>): Promise<number | undefined> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  void settled.then(settle, settle)
  while (!isSettled) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error
      await delay(LOOK_AGAIN_MS)
    }
  }
  return undefined
}

export type PipeStock = {
  /** A pipe that nobody has used, removed when `use` ends. @throws AppError `unavailable` where the folder is gone */
  use<Result>(use: (path: string) => Promise<Result>): Promise<Result>
  /** Makes the pipes now, so that the first user need not wait for them. */
  fill(): Promise<void>
  /** Removes those that nobody used. */
  close(): Promise<void>
}

/**
 * New pipes in the folder. Only another program can make one, and to start it this process is copied: with 500 MB of
 * memory that holds up everything for 30 ms, and costs 100 ms more as the memory is written to again. So many are made
 * at a time. None is used twice: the engine may still write to one whose reader is gone.
 */
export function openPipeStock(folder: string, pipesAtOnce = PIPES_AT_ONCE): PipeStock {
  let stock: string[] = []
  let making: Promise<void> | undefined

  async function make(): Promise<void> {
    const name = newSecret()
    const paths = Array.from({ length: pipesAtOnce }, (_, index) => join(folder, `pipe-${name}-${index}`))
    try {
      await makeNamedPipes(paths)
    } catch (error) {
      // On a full disk some of them may be there.
      await remove(paths)
      throw existsSync(folder) ? error : engineUnavailable(error)
    }
    stock.push(...paths)
  }

  async function fill(): Promise<void> {
    making ??= make().finally(() => {
      making = undefined
    })
    await making
  }

  async function take(): Promise<string> {
    for (;;) {
      const path = stock.pop()
      if (path === undefined) await fill()
      // An engine that starts again removes what is in the folder.
      else if (existsSync(path)) return path
    }
  }

  return {
    async use(use) {
      const path = await take()
      try {
        return await use(path)
      } finally {
        const released = openBothEnds(path)
        await rm(path, { force: true })
        if (released !== undefined) closeSync(released)
      }
    },
    fill,
    async close() {
      await making?.catch(() => undefined)
      const unused = stock
      stock = []
      await remove(unused)
    },
  }
}

async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(async (path) => await rm(path, { force: true })))
}

/**
 * Opening both ends together never waits, and it releases an engine that still waits for a writer. Undefined where the
 * pipe is gone: an engine that starts again removes those of the one that died, whose statement has failed by then, and
 * its error must be told.
 */
function openBothEnds(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const INPUT = /\binput\s*\(\s*('(?:[^'\\]|\\[\s\S]|'')*')\s*\)/
const FORMAT = /\sFORMAT\s+(\w+)\s*$/

/** An INSERT as ClickHouse's HTTP interface takes it, with the pipe in place of the request's body. */
export function readFromPipe(sql: string, path: string): string {
  const format = FORMAT.exec(sql)?.[1]
  if (format === undefined || !INPUT.test(sql)) {
    throw new Error("Code: 62. DB::Exception: Expected INSERT … FROM input('…') FORMAT X (SYNTAX_ERROR)")
  }
  const body = sql.replace(FORMAT, '')
  return body.replace(
    INPUT,
    (_all, structure: string) => `file(${quote(path)}, ${quote(format)}, ${structure})`,
  )
}

/** The end of a SELECT whose rows go into the pipe. */
export const writeToPipe = (path: string, format: string): string =>
  `INTO OUTFILE ${quote(path)} APPEND FORMAT ${format}`
