import { headerWords, isAddress } from '../import/cells/header-words.ts'
import type { Column } from '../schema.ts'
import { companyColumns } from '../suppression/profiles.ts'

const companyWords = new Set(
  'company business organization organisation firm employer dba account merchant'.split(' '),
)
/** Whom a list is of, in programs that keep accounts. */
const partyWords = new Set(
  'customer customers client clients vendor vendors supplier suppliers prospect prospects'.split(' '),
)
const plainWords = new Set('name names legal trade full official registered title'.split(' '))
/** Of somebody, or about the company: no name of one. */
const otherWords = new Set(
  `owner owners rep representative manager contact person executive officer agent user assigned parent emails
  description notes note comment comments status stage type kind industry linkedin url id key number no code currency
  terms group class segment source first last given family middle`.split(/\s+/),
)

/** Whether a header says whose it is on the side of those who keep the list: it tells nothing of the company in a row. */
export const isOfKeeper = (words: readonly string[]): boolean =>
  words.some((word) => keepers.has(word)) || (words.includes('owner') && words.some((word) => kept.has(word)))
const keepers = new Set('rep salesperson salesrep assigned assignee'.split(' '))
const kept = new Set('account company contact record deal lead customer client organization'.split(' '))

/** How surely a header names the column of companies, the surest first; undefined for one that does not. */
function rankOf(words: readonly string[]): number | undefined {
  const last = words.at(-1) ?? ''
  if (words.some((word) => otherWords.has(word))) return undefined
  const isCompany = words.some((word) => companyWords.has(word))
  if (!isCompany && !words.some((word) => partyWords.has(word))) return undefined
  if (companyWords.has(last)) return isAddress(words) ? 1 : 0
  if (isAddress(words)) return undefined
  const rest = words.filter((word) => ![companyWords, partyWords, plainWords].some((all) => all.has(word)))
  return (rest.length === 0 ? 0 : 2) + (isCompany ? 0 : 1)
}

/** The column that holds the names of a list's companies, of those that have a value; else what an import takes. */
export function nameColumn(
  columns: readonly Column[],
  isBlank: (column: Column) => boolean,
): Column | undefined {
  // Of a list of people, few companies recur.
  const texts = columns.filter(
    (column) => (column.kind === 'text' || column.kind === 'category') && !isBlank(column),
  )
  const ranked = texts.flatMap((column) => {
    const rank = rankOf(headerWords(column.from))
    return rank === undefined ? [] : [{ column, rank }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.find(({ rank }) => rank === best)?.column ?? plainName(texts)
}

/** As an import reads it, without columns that are about a company. */
function plainName(texts: readonly Column[]): Column | undefined {
  const [found] = companyColumns(
    texts.filter(({ from }) => !headerWords(from).some((word) => otherWords.has(word))),
  )
  return found
}
