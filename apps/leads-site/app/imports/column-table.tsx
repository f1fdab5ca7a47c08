import { columnKinds } from '@freeor/leads/column-kinds'
import type { Column } from '@freeor/leads/schema'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ImportProposal } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './imports.module.css'

export type Row = { column: Column; isUsed: boolean; sample: string }

/** The first cells of a column, to tell what it holds. */
export function sampleOf(proposal: ImportProposal, column: Column): string {
  const at = proposal.header.indexOf(column.from)
  const cells = proposal.rows.slice(0, 4).map((row) => row[at] ?? '')
  return cells.filter(Boolean).slice(0, 3).join(' · ')
}

const flags = ['contact', 'facet', 'suggest'] as const

type ColumnRowProps = { row: Row; onChange: (row: Row) => void }

function ColumnRow({ row, onChange }: ColumnRowProps) {
  const { column, isUsed, sample } = row
  const set = (patch: Partial<Column>) => onChange({ ...row, column: { ...column, ...patch } })
  const name = (part: string) => texts.imports.of(part, column.from || texts.imports.unnamed)
  return (
    <tr data-unused={!isUsed || undefined}>
      <td>
        <Checkbox
          aria-label={name(texts.imports.use)}
          checked={isUsed}
          onChange={(event) => onChange({ ...row, isUsed: event.currentTarget.checked })}
        />
      </td>
      <th scope="row">{column.from || texts.imports.unnamed}</th>
      <td>
        <TextInput
          size="xs"
          aria-label={name(texts.imports.label)}
          value={column.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={name(texts.imports.kind)}
          value={column.kind}
          data={[...columnKinds]}
          onChange={(event) => {
            const kind = columnKinds.find((each) => each === event.currentTarget.value)
            if (kind) set({ kind })
          }}
        />
      </td>
      <td>
        <TextInput
          size="xs"
          aria-label={name(texts.imports.group)}
          value={column.group}
          onChange={(event) => set({ group: event.currentTarget.value })}
        />
      </td>
      {flags.map((flag) => (
        <td key={flag}>
          <Checkbox
            aria-label={name(texts.imports[flag])}
            checked={column[flag]}
            onChange={(event) => set({ [flag]: event.currentTarget.checked })}
          />
        </td>
      ))}
      <td className={classes.sample} title={sample}>
        {sample}
      </td>
    </tr>
  )
}

export type ColumnTableProps = { rows: readonly Row[]; onChange: (rows: Row[]) => void }

/** The proposed columns, each to be corrected in its line. */
export function ColumnTable({ rows, onChange }: ColumnTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} tabIndex={0} aria-label={texts.imports.columnsTable}>
      <table className={classes.table}>
        <thead>
          <tr>
            {(
              ['use', 'header', 'label', 'kind', 'group', 'contact', 'facet', 'suggest', 'sample'] as const
            ).map((head) => (
              <th key={head} scope="col">
                {texts.imports[head]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <ColumnRow
              key={row.column.key}
              row={row}
              onChange={(next) => onChange(rows.map((each, j) => (j === i ? next : each)))}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
