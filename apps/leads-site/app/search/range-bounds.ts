import type { Bound, Match } from '@freeor/leads/query/ast'
import { dateSpan, plainBound, toNumber } from '@freeor/leads/query/quantity'
import type { ColumnKind } from '@freeor/leads/schema'

export type End = 'from' | 'to'
export type Bounds = Partial<Record<End, Bound>>

/** The bounds that a filter asks for: one value alone is both. */
export function boundsOf(match: Match | null | undefined): Bounds {
  if (match?.op === 'range') return match
  if (match?.op !== 'any' || match.values.length !== 1) return {}
  const [only = ''] = match.values
  const bound = { value: plainBound(only) ?? only, inclusive: true }
  return { from: bound, to: bound }
}

const signs = { from: '>', to: '<' } as const

/** A bound as its box shows it: `50`, and `>50` where 50 itself is left out. */
export const showBound = (bound: Bound | undefined, end: End): string =>
  bound === undefined ? '' : `${bound.inclusive ? '' : signs[end]}${bound.value}`

/** What was typed into the box of an end, also as `>50` or `>=50`; undefined for what cannot be read. */
export function readBound(text: string, end: End, kind: ColumnKind): Bound | undefined {
  const [sign = ''] = /^[<>]=?/.exec(text) ?? []
  if (sign !== '' && !sign.startsWith(signs[end])) return undefined
  const written = text.slice(sign.length).trim()
  const isRead = kind === 'date' ? dateSpan(written) : toNumber(written)
  const value = isRead === undefined ? undefined : plainBound(written)
  return value === undefined ? undefined : { value, inclusive: sign.length !== 1 }
}
