import type { Column } from '../schema.ts'

/** The columns that can be drawn, by what they say; each list in the dictionary's order. */
export type PlotColumns = Readonly<Record<'size' | 'category' | 'year', readonly Column[]>>

/** Dates, and numbers whose name says that they are years. */
export const hasYears = ({ key, kind, contact }: Column): boolean =>
  !contact && (kind === 'date' || (kind === 'number' && /(^|_)(year|founded|established)(_|$)/.test(key)))

const isSize = (column: Column): boolean =>
  !column.contact && (column.kind === 'number' || column.kind === 'money') && !hasYears(column)

const categories: readonly Column['kind'][] = ['category', 'text', 'boolean']
const isCategory = ({ kind, facet, contact }: Column): boolean =>
  facet && !contact && categories.includes(kind)

export const plotColumns = (columns: readonly Column[]): PlotColumns => ({
  size: columns.filter(isSize),
  category: columns.filter(isCategory),
  year: columns.filter(hasYears),
})
