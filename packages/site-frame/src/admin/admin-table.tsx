import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './admin-table.module.css'

export type AdminTableProps = {
  label: string
  columns: readonly string[]
  /** Says so where there is no row. */
  empty: string
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A plain table that scrolls sideways inside itself; on a phone each row is a list of its columns. */
export function AdminTable({ label, columns, empty, rows }: AdminTableProps) {
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    // A group, for the page's region around it may have the same name.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take focus
    // biome-ignore lint/a11y/useSemanticElements: no fieldset of a form
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                <td key={i} data-column={columns[i]}>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
