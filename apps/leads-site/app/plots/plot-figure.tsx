import type { Plot } from '@freeor/leads/plots/schema'
import type { Node, Query } from '@freeor/leads/query/ast'
import type { Column } from '@freeor/leads/schema'
import { type Bar, Bars } from '@freeor/ui/bars'
import { formatCount, formatShare } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { hasPart } from '../search/edit-query.ts'
import { readDraft } from '../search/read-draft.ts'
import { texts } from '../texts.ts'
import { barLabel } from './bar-label.ts'
import classes from './plots.module.css'

const words = texts.plots

export type PlotFigureProps = {
  plot: Plot
  /** Of the whole search. */
  count: number
  columns: readonly Column[]
  query: Query
  asTable: boolean
  /** Narrows the search by a clause, or takes that back. Absent while the query cannot be read. */
  onToggle: ((clause: Node) => void) | undefined
  onChoose: (column: string) => void
}

type Line = Bar & { clause: Node | null }

function titleOf({ kind, column }: Plot, label: string): string {
  if (kind === 'state' || column === null) return words.by.state
  return kind === 'year' ? words.byYear(label) : words.by[kind](label)
}

/** The clause of a bar, if the columns that are there now can be asked by it. */
const clauseOf = (text: string | null, columns: readonly Column[]): Node | null =>
  text === null ? null : (readDraft(text, columns).query ?? null)

/** The bars, what no bar has, and the leads without a value. */
function linesOf({ plot, columns, query }: PlotFigureProps, column: Column | undefined): Line[] {
  const { kind, bars, other, blank } = plot
  const line = (value: string, count: number, text: string | null): Line => {
    const clause = count > 0 ? clauseOf(text, columns) : null
    const selected = clause !== null && hasPart(query, clause)
    return { value, count, selected, clause, isFixed: clause === null }
  }
  const others = other.values === null ? words.otherOnes : words.other(formatCount(other.values))
  return [
    ...bars.map((bar) => line(barLabel(bar, kind, column), bar.count, bar.clause)),
    ...(other.count > 0 ? [line(others, other.count, null)] : []),
    ...(blank.count > 0 ? [line(words.blank, blank.count, blank.clause)] : []),
  ]
}

function TableOf({
  label,
  lines,
  count,
  onToggle,
}: Pick<PlotFigureProps, 'count' | 'onToggle'> & { label: string; lines: readonly Line[] }) {
  const cellsOf = ({ value, count: leads, clause, selected }: Line) => [
    value,
    formatCount(leads),
    formatShare(count === 0 ? 0 : leads / count),
    clause && onToggle ? (
      <Button
        key="narrow"
        variant="default"
        size="compact-sm"
        aria-label={words.narrowTo(value)}
        aria-pressed={selected ?? false}
        onClick={() => onToggle(clause)}
      >
        {words.narrow}
      </Button>
    ) : null,
  ]
  return (
    <Table
      label={label}
      hasRowHeads
      empty={words.blank}
      columns={[
        words.value,
        { title: words.count, isNumeric: true },
        { title: words.share, isNumeric: true },
        words.narrow,
      ]}
      rows={lines.map((line) => ({ key: line.value, cells: cellsOf(line) }))}
    />
  )
}

/** One plot: bars, or the same as a table. */
export function PlotFigure(props: PlotFigureProps) {
  const { plot, count, columns, asTable, onToggle, onChoose } = props
  const column = columns.find(({ key }) => key === plot.column)
  const { choices } = plot
  const label = choices.find((one) => one.column === plot.column)?.label ?? plot.column ?? ''
  const title = titleOf(plot, label)
  const lines = linesOf(props, column)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasUsed = useRef(false)
  const toggle = onToggle
    ? (clause: Node) => {
        wasUsed.current = true
        onToggle(clause)
      }
    : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar that was used may be gone with another plot
  useEffect(() => {
    if (wasUsed.current && document.activeElement === document.body) heading.current?.focus()
    wasUsed.current = false
  }, [plot])
  return (
    <section aria-label={title} className={classes.plot}>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h3>
      {plot.kind !== 'state' && choices.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={words.choose[plot.kind]}
          value={plot.column ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={choices.map((one) => ({ value: one.column, label: one.label }))}
        />
      ) : null}
      {asTable ? (
        <TableOf label={title} lines={lines} count={count} onToggle={toggle} />
      ) : (
        <Bars
          label={title}
          bars={lines}
          {...(toggle
            ? {
                onToggle: (value: string) => {
                  const clause = lines.find((line) => line.value === value)?.clause
                  if (clause) toggle(clause)
                },
              }
            : {})}
        />
      )}
    </section>
  )
}
