import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const towns = [
  ['Boston', 'MA', '02108'],
  ['Austin', 'TX', '78701'],
  ['Denver', 'CO', '80202'],
] as const
const rows = (country: string, abroad: string): string =>
  Array.from({ length: 30 }, (_, i) => {
    const [city, state, zip] = towns[i % 3] ?? towns[0]
    return `Firma ${i};${city};${state};${zip};${i % 10 ? country : abroad};\n`
  }).join('')

test.each([
  ['spanish', 'Empresa;Ciudad;Estado;Código Postal;País;Teléfono', 'Estados Unidos', 'México'],
  ['french', 'Entreprise;Ville;État;CP;Pays;Courriel', 'États-Unis', 'Canada'],
  ['german', 'Firma;Ort;Bundesstaat;PLZ;Country;Handy', 'Vereinigte Staaten', 'Deutschland'],
])('headers and countries in %s say where a lead is', async (id, header, country, abroad) => {
  const report = await run(id, `${header}\n${rows(country, abroad)}`)
  expect(report.places).toEqual({ fromColumns: 0, fromZip: 27, none: 3 })
  expect(report.columns.map(({ kind }) => kind).slice(1, 4)).toEqual(['city', 'state', 'zip'])
})

test('the 1 before a telephone number is no country', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `Shop ${i},${towns[i % 3]?.join(',')},1\n`).join('')
  const report = await run('dialed', `Company,City,State,Zip,Country Code\n${lines}`)
  expect(report.places).toMatchObject({ fromZip: 30 })
})

test('the FIPS code of a county tells the state where nothing else does', async () => {
  const codes = ['25025', '48453', '8031']
  const lines = Array.from({ length: 30 }, (_, i) => `Shop ${i},${codes[i % 3]}\n`).join('')
  await run('coded', `Company,County FIPS\n${lines}`)
  expect(await leads('coded', 'p_state AS state, p_county AS county', 'row < 4')).toEqual([
    { state: 'MA', county: '25025' },
    { state: 'TX', county: '48453' },
    { state: 'CO', county: '08031' },
  ])
})

test('a postal code is no ZIP of ours where the row’s own point is in another country', async () => {
  const points = ['48.86,2.34', '42.36,-71.06', '42.36,71.06', ',', '-71.06,42.36']
  const lines = Array.from({ length: 30 }, (_, i) => `Shop ${i},0210${8 + (i % 2)},${points[i % 5]}\n`).join(
    '',
  )
  await run('pointed', `Company,Zip,Latitude,Longitude\n${lines}`)
  const found = await leads('pointed', 'p_state AS state', 'row < 6')
  expect(found.map(({ state }) => state)).toEqual(['', 'MA', 'MA', 'MA', 'MA'])
})
