import type { Readable } from 'node:stream'

/** The raw file of an import: the proposal reads pieces of it, then the import reads it from end to end. */
export interface ImportSource {
  /** The file's own name, shown to people. */
  readonly name: string
  readonly bytes: number
  /** All bytes, or `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Promise<Readable>
  /**
   * All bytes through one buffer: a piece is valid until the next is requested. Where it is available, it spares the
   * garbage collector a whole file of buffers.
   */
  readInPlace?(): AsyncIterable<Buffer>
}

/** Where a test stops the process, in the order in which the points are passed. */
export const importFaultPoints = ['staged', 'mid-rows', 'stored', 'suggested', 'published'] as const
export type ImportFaultPoint = (typeof importFaultPoints)[number]
