import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './table.module.css'

/** A column by its title. Figures are aligned right, so that their digits are below each other. */
export type TableColumn = string | { title: string; isNumeric: true }

export type TableProps = {
  label: string
  columns: readonly TableColumn[]
  /** The text where there is no row. */
  empty: string
  /** The cells in the order of the columns. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** The first cell of a row names it. */
  hasRowHeads?: boolean
}

type Head = { title: string; isNumeric?: true }

const headOf = (column: TableColumn): Head => (typeof column === 'string' ? { title: column } : column)

function Cell({ head, isRowHead, children }: { head: Head; isRowHead: boolean; children: ReactNode }) {
  const content = <div>{children}</div>
  if (isRowHead)
    return (
      <th scope="row" data-column={head.title} data-numeric={head.isNumeric}>
        {content}
      </th>
    )
  return (
    <td data-column={head.title} data-numeric={head.isNumeric}>
      {content}
    </td>
  )
}

/** A plain table that scrolls sideways inside itself; on a phone each row is a list of its columns. */
export function Table({ label, columns, empty, rows, hasRowHeads = false }: TableProps) {
  const heads = columns.map(headOf)
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    // A group, because the page's region around it may have the same name.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take focus
    // biome-ignore lint/a11y/useSemanticElements: no fieldset of a form
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map(({ title, isNumeric }) => (
              <th key={title} scope="col" data-numeric={isNumeric}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {heads.map((head, i) => (
                <Cell key={head.title} head={head} isRowHead={hasRowHeads && i === 0}>
                  {cells[i]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
