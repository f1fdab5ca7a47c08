import type { Plot, PlotBar } from '@freeor/leads/plots/schema'
import type { Column } from '@freeor/leads/schema'
import { formatCount, formatDollars } from '@freeor/ui/format'
import { stateNames } from '../state-names.ts'
import { texts } from '../texts.ts'

const words = texts.plots

const isStateCode = (code: string): code is keyof typeof stateNames => code in stateNames

/** A number of a range, as its column writes it; a year has no comma. */
function formatEnd(text: string, kind: Plot['kind'], column: Column | undefined): string {
  const value = Number(text)
  if (kind === 'year') return text
  if (column?.kind === 'money') return Number.isInteger(value) ? formatDollars(value) : `$${text}`
  return Number.isInteger(value) ? formatCount(value) : text
}

function valueLabel(value: string, kind: Plot['kind'], column: Column | undefined): string {
  if (kind === 'state') return isStateCode(value) ? stateNames[value] : value
  if (column?.kind === 'boolean') return value === 'true' ? texts.search.yes : texts.search.no
  return value
}

/** What a bar is called. */
export function barLabel(
  { value, from, to, toInclusive }: PlotBar,
  kind: Plot['kind'],
  column: Column | undefined,
): string {
  if (value !== null) return valueLabel(value, kind, column)
  const [low, high] = [from ?? '', to ?? ''].map((end) => formatEnd(end, kind, column))
  if (toInclusive && from === to) return low ?? ''
  return toInclusive ? words.range(low ?? '', high ?? '') : words.below(low ?? '', high ?? '')
}
