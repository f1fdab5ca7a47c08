import { AppError } from '@freeor/kernel/errors'

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*(?:[A-Za-z0-9_-][A-Za-z0-9._-]*)?$/
const LONGEST_KEY = 500
const LONGEST_SEGMENT = 200

/**
 * Accepts keys that are the same safe path in a folder and in S3: segments of letters, digits, `.`, `_` and `-` with
 * `/` between them, none empty or beginning with a dot, so `..`, absolute paths and hidden files are impossible.
 * @throws AppError `bad_request`.
 */
export function requireKey(key: string): void {
  const segments = key.split('/')
  const good = segments.every((segment) => SEGMENT.test(segment) && segment.length <= LONGEST_SEGMENT)
  if (!good || key.length > LONGEST_KEY) throw new AppError('bad_request', 'That is not a file key')
}

/**
 * Accepts the empty text and prefixes of keys.
 * @throws AppError `bad_request`.
 */
export function requirePrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || prefix.length > LONGEST_KEY) {
    throw new AppError('bad_request', 'That is not the beginning of a file key')
  }
}
