import { type County, countiesOfShapes } from './counties-shapes.ts'
import { type CountyChange, changeOfCode, countyChanges, regionWords } from './county-changes.ts'
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

type Index = {
  readonly byFips: ReadonlyMap<string, County>
  readonly byName: ReadonlyMap<string, string>
  /** By state code and county key, as `byName`. */
  readonly changes: ReadonlyMap<string, CountyChange>
}
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
  const changes = new Map(
    countyChanges.flatMap((change) => changeKeys(change).map((key) => [`${change.state}${key}`, change])),
  )
  return { byFips: new Map(all.map((county) => [county.fips, county])), byName, changes }
}

/** The keys of a county that the shapes do not have. */
export const changeKeys = ({ names }: CountyChange): readonly string[] =>
  names.flatMap((name) => regionWords.map((word) => countyKey(`${name}${word}`)))

const loaded = (): Index => {
  index ??= load()
  return index
}

/**
 * `<state code><county key>`, and FIPS codes themselves, to the FIPS code of the shapes: the pairs that the import gives
 * to the engine. A county that the shapes do not have is the one it lies in; one that lies in several is none.
 */
export function countySpellings(): ReadonlyMap<string, string> {
  const { byFips, byName, changes } = loaded()
  const whole = [...changes.entries(), ...countyChanges.map((change) => [change.fips, change] as const)]
  return new Map([
    ...whole.flatMap(
      ([
        key,
        {
          counties: [county, ...more],
        },
      ]) => (county !== undefined && more.length === 0 ? [[key, county] as const] : []),
    ),
    ...byName,
    ...[...byFips.keys()].map((fips) => [fips, fips] as const),
  ])
}

/** Five digits of a FIPS code that may have lost its zero. */
function codeOf(text: string): string | undefined {
  const trimmed = text.trim().replace(/\.0+$/, '')
  return /^\d{4,5}$/.test(trimmed) ? trimmed.padStart(5, '0') : undefined
}

/** The state whose county has, or once had, this FIPS code. */
export function stateOfCounty(text: string): string | undefined {
  const code = codeOf(text)
  return code === undefined ? undefined : (loaded().byFips.get(code)?.state ?? changeOfCode(code)?.state)
}

/** The change of a county that a code, or a name with its state, means and the shapes do not have. */
export function findCountyChange(text: string, state?: string): CountyChange | undefined {
  const code = codeOf(text)
  if (code !== undefined) return changeOfCode(code)
  const key = countyKey(text)
  if (state !== undefined) return loaded().changes.get(`${state}${key}`)
  return countyChanges.find((change) => changeKeys(change).includes(key))
}

/**
 * The county that `text` names: a FIPS code (five digits, or four with the leading zero lost), `Fulton, GA`, or a name
 * with its state given (code or name). A name without a state is only found when one county has it. A county that has
 * another name or code now is found by the former one, too.
 */
export function findCounty(text: string, state?: string): County | undefined {
  const { byFips } = loaded()
  const found = findDrawnCounty(text, state)
  if (found) return found
  const comma = text.lastIndexOf(',')
  const change =
    state !== undefined || comma < 0
      ? findCountyChange(text, state === undefined ? undefined : findState(state)?.code)
      : findCountyChange(text.slice(0, comma), findState(text.slice(comma + 1))?.code ?? '')
  return change?.isSucceeded ? byFips.get(change.counties[0] ?? '') : undefined
}

/** As `findCounty`, by the codes and names that the shapes have. */
export function findDrawnCounty(text: string, state?: string): County | undefined {
  const { byFips, byName } = loaded()
  const code = codeOf(text)
  if (code !== undefined) return byFips.get(code)
  const trimmed = text.trim()
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
