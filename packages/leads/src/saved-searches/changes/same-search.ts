import { type Node, type Query, topLevel } from '../../query/ast.ts'
import { normalizeQuery } from '../../query/normalize-query.ts'
import { tryParseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'

type Texts = { readonly filter: string; readonly dslFilter: string }

/** `since:v3`, and `(since:v3 or changed:v3)`: what a download of only what is new adds to a search. */
function isDelta(part: Node): boolean {
  if (part.type === 'or') return part.of.every(isDelta)
  return part.type === 'version' && part.kind !== 'gone'
}

const partsOf = (text: string): readonly Node[] => {
  const read = tryParseQuery(text)
  return read.ok ? topLevel(read.query) : []
}

/** The text of a search without what limits it to news: downloads of only what was new are downloads of the search. */
function wholeSearch({ filter, dslFilter }: Texts): string {
  const parts = [...partsOf(filter), ...partsOf(dslFilter)].filter((part) => !isDelta(part))
  const query: Query = normalizeQuery({ type: 'and', of: parts })
  return printQuery(query)
}

/** Whether two searches of a dataset are the same, but for being limited to what is new. */
export const isSameSearch = (a: Texts, b: Texts): boolean => wholeSearch(a) === wholeSearch(b)
