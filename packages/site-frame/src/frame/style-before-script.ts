import { Transform } from 'node:stream'

const ahead = '<link rel="modulepreload"'
const later = `${ahead} fetchpriority="low"`

/**
 * Passes a page on, with its scripts marked as less urgent than its styles. A browser asks for what a page loads ahead
 * in the order of the document, where the scripts come first, and at once with the styles: on a slow line the first
 * paint then waits for scripts that only answer clicks. React Router's `Scripts` has no way to say so.
 */
export function styleBeforeScript(): Transform {
  let kept = ''
  const text = new TextDecoder()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const found = (kept + text.decode(chunk, { stream: true })).replaceAll(ahead, later)
      const tail = unfinished(found)
      kept = found.slice(found.length - tail)
      done(null, found.slice(0, found.length - tail))
    },
    flush(done) {
      done(null, kept + text.decode())
    },
  })
}

/** How many characters at the end of a text may be the beginning of such a link. */
function unfinished(found: string): number {
  for (let length = Math.min(ahead.length - 1, found.length); length > 0; length -= 1)
    if (found.endsWith(ahead.slice(0, length))) return length
  return 0
}
