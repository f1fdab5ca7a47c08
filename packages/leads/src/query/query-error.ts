import type { Span } from './ast.ts'

/** Which of a search's three texts an error is in. */
export type QueryField = 'filter' | 'dslFilter' | 'q'

/**
 * A query text that could not be read. `position` is a 0-based offset into the text and `length` the
 * stretch to underline (0 at the end of the text); `expected` lists what would have been right there.
 */
export class QueryError extends Error {
  readonly position: number
  readonly length: number
  readonly expected: readonly string[]
  readonly field: QueryField | undefined

  constructor(message: string, span: Span, expected: readonly string[] = [], field?: QueryField) {
    super(message)
    this.name = 'QueryError'
    this.position = span.position
    this.length = span.length
    this.expected = expected
    this.field = field
  }

  /** The same error, assigned to one of the search's texts. */
  inField(field: QueryField): QueryError {
    return new QueryError(this.message, this, this.expected, field)
  }
}
