import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

test('a postal code with letters stays in its row, though nothing says the country', async () => {
  const abroad = ['London,,SW1A 1AA', 'Toronto,,M5V 2T6', 'Boston,MA,02108', 'Austin,TX,NY']
  const rows = Array.from({ length: 40 }, (_, i) => `Shop ${i},${abroad[i] ?? 'Denver,CO,80202'}\n`).join('')
  const report = await run('letters', `Company,City,State,Zip\n${rows}`)
  const found = await leads('letters', 'c_zip AS zip, p_state AS state', 'row <= 4')
  expect(found).toEqual([
    { zip: 'SW1A 1AA', state: '' },
    { zip: 'M5V 2T6', state: '' },
    { zip: '02108', state: 'MA' },
    { zip: '', state: 'TX' },
  ])
  expect(report.unreadable).toEqual([{ key: 'zip', cells: 1 }])
})

test('seconds since 1970 of the years before 2001 are dates', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `Shop ${i},${i === 0 ? 978_220_800 : 1_500_000_000 + i}\n`,
  )
  const report = await run('seconds', `Company,Created At\n${rows.join('')}`)
  expect(await leads('seconds', 'c_created_at AS d', 'row = 1')).toEqual([{ d: '2000-12-31' }])
  expect(report.unreadable).toEqual([])
})
