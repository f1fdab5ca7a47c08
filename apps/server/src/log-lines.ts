import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, statSync, writeSync } from 'node:fs'

/** Where log lines go. Never throws: a line that cannot be written is left out, and how many is said later. */
export type LogLines = { write(line: string): void }

/** Writes what it can of the bytes and says how many. @throws what the system says when none can be written. */
type Writer = (bytes: Buffer) => number

const WAITS = 50
const WAIT_MS = 2
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Waits for a pipe's reader that is slow for a moment, for a tenth of a second in all. */
function writePatiently(write: Writer, bytes: Buffer): number {
  for (let wait = 0; ; wait++) {
    try {
      return write(bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || wait === WAITS) throw error
      Atomics.wait(sleeper, 0, 0, WAIT_MS)
    }
  }
}

/**
 * A full disk, a pipe without a reader or a folder that is gone must never fail what is being logged. Lines are written
 * immediately, without a buffer: the last lines before a process was killed are those one looks for.
 */
function neverFailing(write: Writer): LogLines {
  let left = 0
  let isMidLine = false

  function attempt(text: string): boolean {
    try {
      let rest: Buffer = Buffer.from(isMidLine ? `\n${text}` : text)
      while (rest.length > 0) {
        const written = writePatiently(write, rest)
        rest = rest.subarray(written)
        // A line that stops in the middle would swallow the one after it.
        isMidLine = rest.length > 0
      }
      return true
    } catch {
      return false
    }
  }

  const sayLeft = () =>
    attempt(`${JSON.stringify({ level: 40, time: Date.now(), msg: 'log lines were left out', left })}\n`)

  return {
    write(line) {
      if (left > 0 && sayLeft()) left = 0
      if (left > 0 || !attempt(line)) left += 1
    },
  }
}

/** Lines to an open file descriptor, e.g. the standard output. */
export const linesTo = (descriptor: number): LogLines => neverFailing((bytes) => writeSync(descriptor, bytes))

export type LogFileOptions = {
  readonly path: string
  /** A file of this size becomes `<path>.1`, in place of the one before. */
  readonly mostBytes: number
}

/** Lines to a file that is opened at the first line, and again whenever it could not be written. */
export function linesToFile({ path, mostBytes }: LogFileOptions): LogLines {
  let open: { readonly descriptor: number; bytes: number } | undefined

  function close(): void {
    const descriptor = open?.descriptor
    open = undefined
    if (descriptor === undefined) return
    try {
      closeSync(descriptor)
    } catch {
      // Some file systems tell of a full disk only here.
    }
  }

  function rotate(): void {
    close()
    try {
      renameSync(path, `${path}.1`)
    } catch {
      // Then the file grows on until it can be renamed.
    }
  }

  return neverFailing((bytes) => {
    if (open && open.bytes >= mostBytes) rotate()
    open ??= { descriptor: openSync(path, 'a', 0o600), bytes: statSync(path).size }
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(open.descriptor, bytes, written)
      open.bytes += written
      return written
    } catch (error) {
      const isWhole = written === 0 || takeBack(open.descriptor, { from: open.bytes, written })
      close()
      if (isWhole) throw error
      return written
    }
  })
}

/**
 * Cuts off the beginning of a line that had no room, so that the file holds whole lines only. Where another process has
 * appended something since then, both stay.
 * @returns whether it is gone
 */
function takeBack(
  descriptor: number,
  { from, written }: { readonly from: number; readonly written: number },
): boolean {
  try {
    if (fstatSync(descriptor).size !== from + written) return false
    ftruncateSync(descriptor, from)
    return true
  } catch {
    return false
  }
}
