import { type Node, topLevel } from '../query/ast.ts'
import { tryParseQuery } from '../query/parse-query.ts'

export type ParsedParts = { readonly searchParams: Node[]; readonly geographyParams: Node[] }

function partsOf(text: string): Node[] {
  const read = tryParseQuery(text)
  return read.ok ? topLevel(read.query) : []
}

/**
 * A saved search's two canonical texts, parsed: lists of parts that must all hold. Syntax alone: a column that is gone
 * is still named. A text that cannot be read has no parts.
 */
export const parsedParts = (texts: { readonly filter: string; readonly dslFilter: string }): ParsedParts => ({
  searchParams: partsOf(texts.filter),
  geographyParams: partsOf(texts.dslFilter),
})
