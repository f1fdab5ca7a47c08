export type FileRange = { readonly start: number; readonly end: number }

/** What of a file to send: all of it (200), a part (206), or nothing because the part is not there (416). */
export type RangeAnswer = 'whole' | 'unsatisfiable' | FileRange

/**
 * Reads a `Range` header (RFC 9110, 14.2) for a file of `bytes`: one range of bytes, both ends included. Several
 * ranges and other units are answered with the whole file, which the RFC allows; a malformed one is unsatisfiable.
 */
export function parseRange(header: string | undefined, bytes: number): RangeAnswer {
  if (header === undefined) return 'whole'
  const spec = /^\s*bytes\s*=(.*)$/is.exec(header)?.[1]?.trim()
  if (spec === undefined || spec.includes(',')) return 'whole'
  const parts = /^(\d*)\s*-\s*(\d*)$/.exec(spec)
  const [, from = '', to = ''] = parts ?? []
  if (!parts || (from === '' && to === '')) return 'unsatisfiable'
  if (from === '') return suffix(Number(to), bytes)
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (start >= bytes || (to !== '' && Number(to) < start)) return 'unsatisfiable'
  return { start, end }
}

function suffix(length: number, bytes: number): RangeAnswer {
  if (length === 0 || bytes === 0) return 'unsatisfiable'
  return { start: Math.max(0, bytes - length), end: bytes - 1 }
}

type RangeHeaders = { readonly range?: string | undefined; readonly ifRange?: string | undefined }

/**
 * The range to send, given that the client holds the file `If-Range` names: when that is another file, all of it.
 * A date or a weak tag in `If-Range` never matches: our files have strong tags.
 */
export function selectRange(headers: RangeHeaders, file: { bytes: number; etag: string }): RangeAnswer {
  if (headers.ifRange !== undefined && headers.ifRange.trim() !== file.etag) return 'whole'
  return parseRange(headers.range, file.bytes)
}

/** Whether `If-None-Match` names this file, so that 304 is the answer (RFC 9110, 13.1.2: weak comparison). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
