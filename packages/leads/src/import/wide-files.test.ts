import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const towns = [
  ['Boston', 'MA', '02108'],
  ['Austin', 'TX', '78701'],
  ['Denver', 'CO', '80202'],
] as const

test('a file with a hundred states beside the lead’s own is read', async () => {
  const others = Array.from({ length: 100 }, (_, i) => i)
  const names = ['Texas', 'NV', 'Maine']
  const rows = Array.from({ length: 40 }, (_, i) =>
    [`Shop ${i}`, ...(towns[i % 3] ?? []), ...others.map((other) => (i % 2 ? names[other % 3] : ''))].join(),
  )
  const header = ['Company', 'City', 'State', 'Zip', ...others.map((i) => `Identifier State ${i}`)].join()
  const report = await run('states', `${header}\n${rows.join('\n')}\n`)
  expect(report.places).toEqual({ fromColumns: 0, fromZip: 40, none: 0 })
  const found = await leads(
    'states',
    'c_identifier_state_0 AS a, c_identifier_state_4 AS b, p_state AS p',
    'row < 4',
  )
  expect(found).toEqual([
    { a: '', b: '', p: 'MA' },
    { a: 'TX', b: 'NV', p: 'TX' },
    { a: '', b: '', p: 'CO' },
  ])
}, 60_000)
