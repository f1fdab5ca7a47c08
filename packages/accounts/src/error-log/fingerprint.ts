import { createHash } from 'node:crypto'

/** A message without the parts that differ each time: numbers, ids, quoted values. */
export function normalizeMessage(message: string): string {
  return message
    .split('\n', 1)
    .join('')
    .replaceAll(/\b[a-z]{2,5}_[0-9a-z]{26}\b/g, 'ID')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, 'VALUE')
    .replaceAll(/\b(0x)?[0-9a-f]{8,}\b/gi, 'ID')
    .replaceAll(/\d+/g, '0')
    .slice(0, 300)
}

/** Where it was thrown: the first frame of the stack, without line, column, host and the hash of a built file. */
export function firstFrame(stack: string): string {
  const frame = stack.split('\n').find((line) => /^\s*at\s|@https?:/.test(line)) ?? ''
  return frame
    .trim()
    .replace(/:\d+:\d+\)?$/, '')
    .replaceAll(/https?:\/\/[^/\s)]+/g, '')
    .replaceAll(/file:\/\/\S*\/(?=packages|apps|node_modules)/g, '')
    .replaceAll(/-[A-Za-z0-9_-]{8}(?=\.js)/g, '')
}

/** Errors with the same fingerprint are shown as one. */
export function errorFingerprint(kind: { type: string; error: string; stack: string }): string {
  const text = [kind.type, normalizeMessage(kind.error), firstFrame(kind.stack)].join('\n')
  return createHash('sha256').update(text).digest('hex')
}
