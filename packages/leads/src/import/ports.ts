import type { Readable } from 'node:stream'

/** The raw file of an import: read twice, once here and there for the proposal, then from end to end. */
export interface ImportSource {
  /** The file's own name, shown to people. */
  readonly name: string
  readonly bytes: number
  /** All bytes, or `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Promise<Readable>
  /**
   * All bytes through one buffer: a piece is good until the next is asked for. Where it can be had, it spares the
   * collector a whole file of buffers.
   */
  readInPlace?(): AsyncIterable<Buffer>
}

/** Where a test stops the process. In the order they are passed. */
export const importFaultPoints = ['staged', 'mid-rows', 'stored', 'suggested', 'published'] as const
export type ImportFaultPoint = (typeof importFaultPoints)[number]
