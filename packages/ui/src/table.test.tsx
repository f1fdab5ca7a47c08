import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table, type TableProps } from './table.tsx'

const invoices: TableProps = {
  label: 'Invoices',
  columns: ['Number', { title: 'Amount', isNumeric: true }],
  empty: 'No invoice yet.',
  rows: [{ key: 'inv_1', cells: ['R1', '$99.00'] }],
}

const draw = (props: TableProps) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Table {...props} />
    </MantineProvider>,
  )

test('a table without rows says so in place of an empty frame', () => {
  const html = draw({ ...invoices, rows: [] })
  expect(html).toContain('No invoice yet.')
  expect(html).not.toContain('<table')
})

test('each cell knows its column, which a phone shows next to it, and figures are marked', () => {
  const html = draw(invoices)
  expect(html).toContain('<td data-column="Number"><div>R1</div></td>')
  expect(html).toContain('<td data-column="Amount" data-numeric="true"><div>$99.00</div></td>')
  expect(html).toContain('<th scope="col" data-numeric="true">Amount</th>')
})

test('a first cell that names its row is the row’s heading', () => {
  expect(draw({ ...invoices, hasRowHeads: true })).toContain(
    '<th scope="row" data-column="Number"><div>R1</div></th>',
  )
})
