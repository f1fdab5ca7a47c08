import type { Fate } from './read-file.ts'

export type ImportFormat =
  | 'gift'
  | 'moodle-xml'
  | 'aiken'
  | 'qti-1.2'
  | 'qti-2.1'
  | 'qti-3.0'
  | 'csv'
  | 'brightspace-csv'
  | 'xlsx'
  | 'zip'
  | 'unknown'

/** A part of a file by its bytes. */
export type Span = {
  readonly from: number
  readonly to: number
  readonly fate: Fate
  readonly notes: readonly string[]
  /** From 1; null for what is no text. */
  readonly line: number | null
  /** The question that was read here, by its position in the account's questions. */
  readonly question: number | null
  readonly text: string | null
}

/** One file, or one file of a package. Its spans are in order and cover it whole. */
export type FileAccount = {
  readonly name: string
  readonly bytes: number
  readonly format: ImportFormat
  readonly encoding: string | null
  readonly spans: readonly Span[]
}
