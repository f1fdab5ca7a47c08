import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const towns = [
  ['Boston', 'MA', '02108'],
  ['Austin', 'TX', '78701'],
  ['Denver', 'CO', '80202'],
] as const

test('a file with hundreds of places beside the lead’s own is read', async () => {
  const others = Array.from({ length: 120 }, (_, i) => i)
  const rows = Array.from({ length: 40 }, (_, i) =>
    [
      `Shop ${i}`,
      ...(towns[i % 3] ?? []),
      ...others.flatMap((k) => towns[(i + k) % 3]?.slice(1) ?? []),
    ].join(),
  )
  const header = [
    'Company',
    'City',
    'State',
    'Zip',
    ...others.flatMap((k) => [`Other State ${k}`, `Other Zip ${k}`]),
  ]
  const report = await run('places', `${header.join()}\n${rows.join('\n')}\n`)
  expect(report.places).toEqual({ fromColumns: 0, fromZip: 40, none: 0 })
  expect(report.columns.filter(({ kind }) => kind === 'zip').length).toBeGreaterThan(100)
  const found = await leads('places', 'c_other_state_1 AS a, c_other_zip_2 AS b, p_state AS p', 'row < 3')
  expect(found).toEqual([
    { a: 'TX', b: '80202', p: 'MA' },
    { a: 'CO', b: '02108', p: 'TX' },
  ])
}, 60_000)
