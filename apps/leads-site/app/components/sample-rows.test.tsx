import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SampleRows } from './sample-rows.tsx'

test('cells are written as in the table of a search', () => {
  const columns = [
    { key: 'revenue', label: 'Revenue', kind: 'money' },
    { key: 'employees', label: 'Employees', kind: 'number' },
    { key: 'phone', label: 'Phone', kind: 'phone' },
  ] as const
  const cells = { revenue: 1_250_000, employees: 12_345, phone: '•••' }
  const shown = renderToStaticMarkup(
    <SampleRows columns={columns} rows={[{ id: 'lead', cells, masked: ['phone'] }]} />,
  )
  expect(shown).toContain('<td>$1,250,000</td><td>12,345</td>')
  expect(shown).toContain('•••')
})
