import { degreesOf, degreeTextSql } from './degrees.ts'

/** How a text holds a point. */
export type PointForm = 'pair' | 'swapped' | 'wkt' | 'json' | 'iso6709' | 'lettered'

const fine = '-?[0-9]{1,3}[.][0-9]+'
/** Two numbers with a blank between them may be anything, unless they are as fine as points are. */
const finer = '-?[0-9]{1,3}[.][0-9]{3,}'
const blank = '(?: *; *| +)'
const first = `(?:^|[(\\[]) *(${fine})(?: *, *${fine}|${blank}${finer}) *(?:[)\\]]|$)`
const second = `(?:^|[(\\[]) *(?:${fine} *, *|${finer}${blank})(${fine}) *(?:[)\\]]|$)`
const any = '-?[0-9]{1,3}(?:[.][0-9]+)?'
const wkt = '^(?:SRID=[0-9]+; *)?POINT *Z? *[(] *'
const key = (name: string): string => `(?i)\\b${name}["']? *[:=] *["']?(${fine})`
const angle = `[0-9][0-9.,°º˚ '′’"″”:-]*`

/**
 * The patterns of each form, whose first group is the part: `(37.77, -122.41)` alone or behind an address,
 * `[-122.41, 37.77]` of GeoJSON, `POINT (-122.41 37.77)`, `{"latitude": "37.77", …}`, `+37.77-122.41/`,
 * `37.77° N, 122.41° W`, `37°46'12"N 122°24'36"W`. Written once, for us and for the engine.
 */
const patterns: { readonly [Form in PointForm]: { readonly lat: string; readonly lon: string } } = {
  pair: { lat: first, lon: second },
  swapped: { lat: second, lon: first },
  wkt: { lat: `${wkt}${any} +(${any})`, lon: `${wkt}(${any}) +${any}` },
  json: { lat: key('lat(?:itude)?'), lon: key('(?:lon|lng|long|longitude)') },
  iso6709: {
    lat: '^([-+][0-9]{2}[.][0-9]+)[-+][0-9]{3}[.][0-9]+',
    lon: '^[-+][0-9]{2}[.][0-9]+([-+][0-9]{3}[.][0-9]+)',
  },
  lettered: { lat: `^(${angle}[NS])[,; ]+${angle}[EW]$`, lon: `^${angle}[NS][,; ]+(${angle}[EW])$` },
}

const compiled = Object.fromEntries(
  Object.entries(patterns).map(([form, { lat, lon }]) => {
    const expression = (pattern: string) =>
      new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'i' : '')
    return [form, { lat: expression(lat), lon: expression(lon) }]
  }),
) as Record<PointForm, { lat: RegExp; lon: RegExp }>

/** The point that a text of this form holds, as it is written. */
export function pointOf(form: PointForm, cell: string): readonly [lat: number, lon: number] | undefined {
  const [lat, lon] = [compiled[form].lat.exec(cell)?.[1], compiled[form].lon.exec(cell)?.[1]]
  return lat === undefined || lon === undefined ? undefined : [degreesOf(lat), degreesOf(lon)]
}

/** One part of a point as Float64, not a number where the text holds none. @param x the name of a column */
export function pointPartSql(form: PointForm, part: 'lat' | 'lon', x: string): string {
  const pattern = patterns[form][part].replaceAll('\\', '\\\\').replaceAll("'", "''")
  const text = `extract(${x},'${pattern}')`
  return form === 'lettered' ? degreeTextSql(text) : `ifNull(toFloat64OrNull(${text}),nan)`
}
