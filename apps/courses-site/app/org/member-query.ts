import type { MemberFilter } from '@freeor/courses/organizations/members/schema'

export const pageSize = 100

const keys = ['course', 'organization', 'q', 'state', 'sort', 'direction'] as const

/** Whose rows: the confirmed members, those who wait, or everybody. */
export type Shown = 'true' | 'false' | ''

type Query = {
  [Key in keyof MemberFilter]?: Key extends 'confirmed' ? 'true' | 'false' : MemberFilter[Key]
}

/** What the address asks of the API; what it does not know is left to the API to refuse. */
export function queryOf(search: URLSearchParams, shownFirst: Shown): Query {
  const query: Record<string, string> = {}
  for (const key of keys) {
    const value = search.get(key)
    if (value) query[key] = value
  }
  const confirmed = search.get('confirmed') ?? shownFirst
  if (confirmed !== '') query.confirmed = confirmed
  return query as Query
}

/** The address with another order: the same column again turns it round. */
export function sortedBy(search: URLSearchParams, sort: string): string {
  const next = new URLSearchParams(search)
  const isAscending = search.get('direction') !== 'desc'
  const isSame = (search.get('sort') ?? 'name') === sort
  next.set('sort', sort)
  // Figures and dates are looked at from the top.
  const first = sort === 'name' ? 'asc' : 'desc'
  next.set('direction', isSame ? (isAscending ? 'desc' : 'asc') : first)
  next.delete('page')
  return `?${next}`
}
