import type { Readable } from 'node:stream'
import type { ImageDeps } from '../images/ports.ts'

export type FileDeps = Pick<ImageDeps, 'db' | 'images'> & {
  readonly files: ImageDeps['files'] & {
    list(prefix: string): AsyncIterable<{ readonly bytes: number }>
  }
}

/** An upload that has arrived whole. */
export type FinishedUpload = {
  /** As its author called it. */
  readonly name: string
  readonly bytes: number
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>
}
