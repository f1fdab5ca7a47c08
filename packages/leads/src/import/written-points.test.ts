import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

/** Boston, once in each way; 30 rows, so that a sample tells. */
const lines = (cells: (i: number) => string): string =>
  Array.from({ length: 30 }, (_, i) => `Shop ${i}\t${cells(i)}\n`).join('')

async function pointsOf(id: string, header: string, cells: (i: number) => string) {
  await run(id, `Company\t${header}\n${lines(cells)}`)
  return await leads(id, 'round(p_lat,3) AS lat, round(p_lon,3) AS lon', 'row < 5')
}
const boston = (count: number) => Array.from({ length: count }, () => ({ lat: 42.358, lon: -71.064 }))

test('degrees, minutes and seconds are degrees, whatever stands between them', async () => {
  const ways = [
    `42°21'28.8"N\t71°03'50.4"W`,
    '42-21-28.8N\t071-03-50.4W',
    'N 42° 21.48’\tW 71° 3.84’',
    '42.358°N\t71.064° W',
    '422128.8N\t0710350.4W',
    '42.358\t-71.064',
  ]
  const found = await pointsOf('angles', 'Latitude\tLongitude', (i) => ways[i % 6] ?? '')
  expect(found).toEqual(boston(4))
  const cells = await leads('angles', 'c_latitude AS lat, c_longitude AS lon', 'row = 1')
  expect(cells).toEqual([{ lat: 42.358, lon: -71.064 }])
})

test.each([
  ['ewkt', 'SRID=4326;POINT(-71.064 42.358)'],
  ['geojson', '{"type":"Point","coordinates":[-71.064,42.358]}'],
  ['json', "{'latitude': '42.358', 'longitude': '-71.064', 'needs_recoding': False}"],
  ['iso', '+42.3580-071.0640/'],
  ['letters', '42.358° N, 71.064° W'],
  ['angles2', `42°21'28.8"N 71°03'50.4"W`],
  ['blank', '42.358 -71.064'],
  ['semicolon', '42.358;-71.064'],
])('a point is read out of a text: %s', async (id, text) => {
  expect(await pointsOf(id, 'Place', () => text)).toEqual(boston(4))
})

test('seconds of degrees in a column of their own are no degrees', async () => {
  const header = 'lat_degrees\tlat_minutes\tlat_seconds\tlat_dir\tlon_degrees\tlon_minutes\tlon_seconds'
  const found = await pointsOf('pieces', header, (i) => `42\t21\t28.${i}\tN\t71\t3\t50.${i}`)
  expect(found).toEqual(Array.from({ length: 4 }, () => ({ lat: null, lon: null })))
  expect((await leads('pieces', 'c_lat_dir AS dir', 'row = 1'))[0]).toEqual({ dir: 'N' })
})

test.each([
  [
    'fcc',
    'lat_degrees\tlat_minutes\tlat_seconds\tlat_direction\tlong_degrees\tlong_minutes\tlong_seconds\tlong_direction',
  ],
  ['short', 'LatD\tLatM\tLatS\tNS\tLonD\tLonM\tLonS\tEW'],
  [
    'tower',
    'Tower Deg Lat\tTower Min Lat\tTower Sec Lat\tTower Lat Dir\tTower Deg Lon\tTower Min Lon\tTower Sec Lon\tTower Lon Dir',
  ],
])(
  'degrees, minutes and seconds of a column each, with their directions, are a point: %s',
  async (id, header) => {
    const found = await pointsOf(id, header, (i) => `42\t21\t28.${i % 9}\tN\t071\t03\t50.${i % 9}\tW`)
    expect(found).toEqual(boston(4))
  },
)

test('degrees west without a letter are read in the state that a row says, and a blank piece gives no point', async () => {
  const header = 'State\tLat Deg\tLat Min\tLat Sec\tLon Deg\tLon Min\tLon Sec'
  const found = await pointsOf('signs', header, (i) =>
    i === 3 ? 'MA\t\t\t\t\t\t' : `MA\t42\t21\t28.${i % 9}\t71\t03\t50.${i % 9}`,
  )
  expect(found).toEqual([...boston(3), { lat: null, lon: null }])
})
