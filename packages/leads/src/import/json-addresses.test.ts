import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const placesOf = async (id: string, cell: (i: number) => string) => {
  const rows = Array.from({ length: 30 }, (_, i) => `Shop ${i}\t${cell(i)}\n`).join('')
  await run(id, `Company\tLocation\n${rows}`)
  return await leads(id, 'p_state AS state, p_city AS city, p_zip AS zip, round(p_lat) AS lat', 'row <= 2')
}

test.each([
  [
    'human',
    `{"latitude":"38.58","longitude":"-90.6","human_address":"{\\"address\\":\\"1 Main St\\",\\"city\\":\\"O'Fallon\\",\\"state\\":\\"MO\\",\\"zip\\":\\"63366\\"}"}`,
  ],
  [
    'python',
    `{'address1': '1 Main St', 'city': "O'Fallon", 'zip_code': '63366', 'country': 'US', 'state': 'MO'}`,
  ],
  ['plain', `{"street": "1 Main St", "City": "O'Fallon", "State": "Missouri", "postalCode": "63366-1234"}`],
])('an address in JSON places a lead: %s', async (id, cell) => {
  const place = { state: 'MO', city: "o'fallon", zip: '63366', lat: 39 }
  expect(await placesOf(id, () => cell)).toEqual([place, place])
})

test('JSON that holds no address is only a text', async () => {
  const found = await placesOf('none', (i) => `{"velocity": ${i}, "estate": "MO", "zipper": "63366"}`)
  expect(found[0]).toEqual({ state: '', city: '', zip: '', lat: null })
})
