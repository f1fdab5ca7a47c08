import { Transform, type TransformCallback } from 'node:stream'
import { parseError } from '@clickhouse/client'
import { asOlapError } from './olap-error.ts'

/** Longer than `\r\n__exception__\r\n` and a tag of 16 together, so a mark cut between two chunks is still seen. */
const HELD_BYTES = 64

/** What goes between the rows and the message when a statement fails after its first bytes were sent. */
export function exceptionMark(tag: string): string {
  return `\r\n__exception__\r\n${tag}\r\n`
}

/**
 * Passes a result through and holds back its last bytes: an error after the status line comes as a marked tail of the
 * body (ClickHouse since 25.11), and must fail the stream instead of ending up in someone's file.
 * @param tag the response's `x-clickhouse-exception-tag`, undefined from a server that has none.
 */
export function exceptionTail(tag: string | undefined): Transform {
  const mark = tag === undefined ? undefined : Buffer.from(exceptionMark(tag))
  let held: Buffer = Buffer.alloc(0)
  let failed = false
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      if (mark === undefined) return done(null, chunk)
      const isLarge = !failed && chunk.length > 2 * HELD_BYTES
      if (isLarge && !chunk.includes(mark) && !seamOf(held, chunk).includes(mark)) {
        // The usual case by far: the chunk goes on as it is, not copied.
        if (held.length > 0) this.push(held)
        held = Buffer.from(chunk.subarray(-HELD_BYTES))
        return done(null, chunk.subarray(0, -HELD_BYTES))
      }
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      failed ||= held.includes(mark, Math.max(0, held.length - chunk.length - HELD_BYTES))
      if (failed || held.length <= HELD_BYTES) return done()
      const ready = held.subarray(0, -HELD_BYTES)
      held = held.subarray(-HELD_BYTES)
      done(null, ready)
    },
    flush(done: TransformCallback) {
      const at = mark === undefined ? -1 : held.indexOf(mark)
      if (mark === undefined || at < 0) return done(null, held)
      const error = asOlapError(parseError(held.subarray(at + mark.length).toString('utf8')))
      done(error instanceof Error ? error : new Error(String(error)))
    },
  })
}

const seamOf = (held: Buffer, chunk: Buffer): Buffer => Buffer.concat([held, chunk.subarray(0, HELD_BYTES)])
