import { type Clause, clausesOf } from './ast.ts'
import { tryParseQuery } from './parse-query.ts'

const kinds: ReadonlySet<Clause['type']> = new Set(['list', 'status', 'note'])

/**
 * Whether the text of a search asks for what one company alone knows: its own lists, statuses and notes. Who saw its
 * leads, or how many they are, would learn whom that company deals with.
 */
export function isCompanyOnly(text: string): boolean {
  const read = tryParseQuery(text)
  return read.ok && [...clausesOf(read.query)].some(({ type }) => kinds.has(type))
}
