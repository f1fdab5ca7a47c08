import { type County, countiesOfShapes } from './counties-shapes.ts'
import { findState } from './states.ts'

export type { County } from './counties-shapes.ts'

/**
 * How county names are compared: letters and digits only, `Saint` as `St`, without accents and without the word that
 * says what kind of county it is. `DE KALB`, `DeKalb County` -> `dekalb`. The SQL of the import does the same.
 */
export function countyKey(text: string): string {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]+/g, (mark) => (/^\p{M}+$/u.test(mark) || mark === "'" || mark === '’' ? '' : ' '))
    .replaceAll(/ +/g, ' ')
    .trim()
  return plain
    .replace(countySuffix, '')
    .replaceAll(/\bsaint(e?)\b/g, 'st$1')
    .replaceAll(' ', '')
}

/** What kind of county; `city` is not removed, as it tells Richmond city from Richmond County. */
const countySuffix = / (county|co|parish|borough|census area|municipality|municipio|city and borough|island)$/

/** `Fulton County`, `Orleans Parish`; a city that is its own county, and Alaska's boroughs, as they are named. */
export function countyTitle({ state, name, fips }: County): string {
  if (state === 'LA') return `${name} Parish`
  if (state === 'PR') return `${name} Municipio`
  const isCity = fips.slice(2) >= '510' || / (city|county)$/i.test(name)
  return isCity || state === 'AK' || state === 'DC' ? name : `${name} County`
}

type Index = { readonly byFips: ReadonlyMap<string, County>; readonly byName: ReadonlyMap<string, string> }
let index: Index | undefined

function load(): Index {
  const byName = new Map<string, string>()
  const all = countiesOfShapes()
  for (const { state, name, fips } of all) byName.set(`${state}${countyKey(name)}`, fips)
  // Second spellings never replace a name: `Baltimore` stays the county, `Baltimore city` the city.
  const cities = all.filter(({ fips }) => fips.slice(2) >= '510')
  for (const { state, name, fips } of [...cities, ...all]) {
    const key = countyKey(name)
    const base = key.replace(/city$/, '')
    for (const other of [base, `${base}city`, `cityof${base}`, `cityandcountyof${base}`])
      if (!byName.has(`${state}${other}`)) byName.set(`${state}${other}`, fips)
  }
  return { byFips: new Map(all.map((county) => [county.fips, county])), byName }
}

const loaded = (): Index => {
  index ??= load()
  return index
}

/** `<state code><county key>` to FIPS code; the pairs that the import gives to the engine. */
export const countySpellings = (): ReadonlyMap<string, string> => loaded().byName

/**
 * The county that `text` names: a FIPS code (five digits, or four with the leading zero lost), `Fulton, GA`, or a name
 * with its state given (code or name). A name without a state is only found when one county has it.
 */
export function findCounty(text: string, state?: string): County | undefined {
  const { byFips, byName } = loaded()
  const trimmed = text.trim().replace(/\.0+$/, '')
  if (/^\d{4,5}$/.test(trimmed)) return byFips.get(trimmed.padStart(5, '0'))
  const comma = trimmed.lastIndexOf(',')
  const named = state ?? (comma > 0 ? trimmed.slice(comma + 1) : undefined)
  const name = state === undefined && comma > 0 ? trimmed.slice(0, comma) : trimmed
  if (named !== undefined) {
    const fips = byName.get(`${findState(named)?.code ?? '??'}${countyKey(name)}`)
    return fips === undefined ? undefined : byFips.get(fips)
  }
  const key = countyKey(name)
  const all = countiesOfShapes().filter((county) => countyKey(county.name) === key)
  return all.length === 1 ? all[0] : undefined
}
