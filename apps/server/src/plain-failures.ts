import { resolve } from 'node:path'

/** Failures that a person can mend, each said in a sentence: no stack helps them. */

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already; please name another file',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
}

/**
 * What is wrong with a file that the person named. Undefined for every other failure: a file of ours that is missing is
 * a bug, and its stack is needed.
 */
export function failureOfFile(error: unknown, named: readonly string[]): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = error as NodeJS.ErrnoException
  // A folder can be opened, and then fails to be read without a path.
  if (code === 'EISDIR' && path === undefined) return 'A folder was named where a file belongs.'
  const reason = reasons[code]
  if (reason === undefined || path === undefined) return undefined
  // Backups and downloads are first written beside their file.
  const file = named.map((name) => resolve(name)).find((one) => [one, `${one}.part`].includes(resolve(path)))
  return file && `${file} cannot be used: ${reason}.`
}

const networkCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET'],
])

/** How the network failed, in one line, where that is what an error comes from; else undefined. */
export function failureOfNetwork(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // A name with several addresses fails with an error for each, and without a message of its own.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  const { code = '', message } = error as NodeJS.ErrnoException
  const isFetch = error instanceof TypeError && message === 'fetch failed' && inner instanceof Error
  const own = isFetch ? inner.message : message || code
  return failureOfNetwork(inner) ?? (isFetch || networkCodes.has(code) ? own : undefined)
}
