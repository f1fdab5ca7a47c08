import { clausesOf, type ListClause, type Query } from './ast.ts'
import type { Binder } from './binder.ts'
import { UnknownPlace } from './place-names.ts'
import { QueryError } from './query-error.ts'
import type { Item } from './scanner.ts'

/**
 * The company's own lists that a query may name, by id without the `@`: the key under which the engine has the leads
 * that each matches in the version that is searched.
 */
export type KnownOwnLists = { get(id: string): string | undefined }

/** Of each list matched with a version, under a key of its own: a row of the list, and the lead that it is. */
export const ownListMatchesTable = 'freeor.own_list_matches'

/**
 * Whether `list:` is followed by lists of the company's own: a dataset may also have a column of that name, and a value
 * of it that starts with @ is printed in quotes.
 */
export const isOwnList = (name: string, items: readonly Item[]): boolean =>
  name === 'list' &&
  items.length > 0 &&
  items.every(({ text, isQuoted }) => !isQuoted && text.startsWith('@'))

/** @throws QueryError for what is not the name of such a list */
export function readOwnLists(items: readonly Item[]): ListClause {
  const lists = items.map((item) => {
    if (item.hasStar || !/^@lst_[0-9a-z]{1,40}$/.test(item.text))
      throw new QueryError('This is not the name of a list of your own', item, ['@lst_…'])
    return item.text.slice(1)
  })
  return { type: 'list', lists }
}

/** The ids of the company's own lists that a query names. */
export function ownListsOf(query: Query): string[] {
  const ids = new Set<string>()
  for (const clause of clausesOf(query))
    if (clause.type === 'list') for (const id of clause.lists) ids.add(id)
  return [...ids]
}

/** @throws UnknownPlace for the first list that the company does not have (any more) */
export function checkOwnLists(query: Query, known: KnownOwnLists): void {
  const unknown = ownListsOf(query).find((id) => known.get(id) === undefined)
  if (unknown !== undefined) throw new UnknownPlace('This list of your own is no longer there', `@${unknown}`)
}

/** The condition that a lead is matched by one of the lists. */
export function compileOwnLists({ lists }: ListClause, known: KnownOwnLists, binder: Binder): string {
  const keys = lists.flatMap((id) => known.get(id) ?? [])
  if (keys.length === 0) return '0'
  return `lead_id IN (SELECT lead_id FROM ${ownListMatchesTable}
    WHERE match_key IN ${binder.bind('Array(String)', keys)} AND is_clear = 1)`
}
