import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { countyKey, countySpellings, countyTitle } from './counties.ts'
import { countiesOfShapes } from './counties-shapes.ts'
import { statesNear } from './near-states.ts'
import { states } from './states.ts'
import { type ZipPlace, zipPlaces } from './zip-places.ts'

/** Increased when the contents of the tables change, so that an older installation fills them again. */
const edition = 4

/**
 * The number of a ZIP -> what is known of it, for `joinGet`. `area`: the states near its point (bits in the order of
 * `states`; a ZIP may serve leads over the border, but not at the other end of the country; 0 when there is no such ZIP),
 * county FIPS and the county's key. `names`: state and lower-case city. `point`: its point and H3 cell of resolution 7.
 * They are apart as each column that is given costs its time for each row: most rows need the area alone.
 */
export const zipPlacesTable = `freeor.zip_places_${edition}`

/** `<state code><county key>`, or a FIPS code, -> `fips` of the shapes, for `joinGet`. */
export const countyNamesTable = `freeor.county_names_${edition}`

/** FIPS code -> `names`, for `joinGet`: `Fulton` and `Fulton County`. */
export const countyTitlesTable = `freeor.county_titles_${edition}`

/** Fills the lookup tables of the import, if they are not there yet. A fill that was killed starts over. */
export async function ensurePlaceTables(olap: Olap): Promise<void> {
  const names = await olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor'",
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  const has = (table: string) => names.some(({ name }) => `freeor.${name}` === table)
  if (has(zipPlacesTable) && has(countyNamesTable) && has(countyTitlesTable)) return
  await fill(olap, {
    table: zipPlacesTable,
    columns: `zip UInt32, area Tuple(near UInt64, county String, county_key String), names Tuple(state String,
      city String), point Tuple(lat Float64, lon Float64, h3 UInt64)`,
    key: 'zip',
    select: 'toUInt32(zip), (near, county, county_key), (state, city), (lat, lon, geoToH3(lat, lon, 7))',
    input:
      'zip String, lat Float64, lon Float64, city String, state String, county String, county_key String, near UInt64',
    rows: zipRows(),
  })
  await fill(olap, {
    table: countyNamesTable,
    columns: 'name String, fips String',
    key: 'name',
    select: 'name, fips',
    input: 'name String, fips String',
    rows: countySpellings(),
  })
  await fill(olap, {
    table: countyTitlesTable,
    columns: 'fips String, names Tuple(name String, title String)',
    key: 'fips',
    select: 'fips, (name, title)',
    input: 'fips String, name String, title String',
    rows: countiesOfShapes().map((county) => [county.fips, county.name, countyTitle(county)]),
  })
}

type Filling = {
  readonly table: string
  readonly columns: string
  readonly key: string
  readonly select: string
  readonly input: string
  readonly rows: Iterable<readonly (string | number)[]>
}

async function fill(olap: Olap, { table, columns, key, select, input, rows }: Filling): Promise<void> {
  const aside = `${table}_aside`
  await olap.write(`DROP TABLE IF EXISTS ${aside}`)
  await olap.write(`DROP TABLE IF EXISTS ${table}`)
  await olap.write(`CREATE TABLE ${aside} (${columns}) ENGINE = Join(ANY, LEFT, ${key})`)
  await olap.insert({
    sql: `INSERT INTO ${aside} SELECT ${select} FROM input('${input}')`,
    format: 'TabSeparated',
    body: tsv(rows),
    settings: { geotoh3_argument_order: 'lat_lon' },
  })
  await olap.write(`RENAME TABLE ${aside} TO ${table}`)
}

async function* tsv(rows: Iterable<readonly (string | number)[]>): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const row of rows) {
    text += `${row.join('\t')}\n`
    if (text.length < 256 * 1024) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function* zipRows(): Generator<readonly (string | number)[]> {
  const keys = new Map(countiesOfShapes().map(({ fips, name }) => [fips, countyKey(name)]))
  for (const place of zipPlaces().values()) {
    const { zip, lat, lon, city, state, county } = place
    yield [
      zip,
      lat,
      lon,
      city.toLowerCase(),
      state,
      county,
      `${state}${keys.get(county) ?? ''}`,
      nearBits(place),
    ]
  }
}

/** The states near a place, a bit each in the order of `states`. */
function nearBits({ lat, lon }: ZipPlace): string {
  let bits = 0n
  for (const state of statesNear(lat, lon))
    bits |= 1n << BigInt(states.findIndex(({ code }) => code === state))
  return String(bits)
}
