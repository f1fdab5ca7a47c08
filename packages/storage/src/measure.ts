import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { WrittenFile } from './ports.ts'

/** A stream that passes everything on and knows, once it has ended, the size and the SHA-256. */
export function measure(): { stream: Transform; result(): WrittenFile } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
