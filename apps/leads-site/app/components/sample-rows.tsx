import type { Column, LeadRow } from '@freeor/leads/schema'
import { cellText } from '../search/cell-text.ts'
import { texts } from '../texts.ts'
import classes from './sample-rows.module.css'

export type SampleRowsProps = {
  columns: readonly Pick<Column, 'key' | 'label' | 'kind'>[]
  rows: readonly Pick<LeadRow, 'id' | 'cells' | 'masked'>[]
}

/** A few unsorted leads with their contacts covered. */
export function SampleRows({ columns, rows }: SampleRowsProps) {
  return (
    // Scrolls sideways on a phone, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} tabIndex={0} aria-label={texts.landing.sample}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key}>
                  {row.masked.includes(column.key) ? (
                    <span className={classes.masked}>
                      <span aria-hidden="true">{cellText(column, row.cells[column.key])}</span>
                      <span className={classes.hidden}>{texts.landing.covered}</span>
                    </span>
                  ) : (
                    cellText(column, row.cells[column.key])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
