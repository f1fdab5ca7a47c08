/** A state, the District of Columbia, or a territory, as the Postal Service codes it. */
export type State = { readonly code: string; readonly fips: string; readonly name: string }

const rows = `AL 01 Alabama|AK 02 Alaska|AZ 04 Arizona|AR 05 Arkansas|CA 06 California|CO 08 Colorado|CT 09 Connecticut
DE 10 Delaware|DC 11 District of Columbia|FL 12 Florida|GA 13 Georgia|HI 15 Hawaii|ID 16 Idaho|IL 17 Illinois|IN 18 Indiana
IA 19 Iowa|KS 20 Kansas|KY 21 Kentucky|LA 22 Louisiana|ME 23 Maine|MD 24 Maryland|MA 25 Massachusetts|MI 26 Michigan
MN 27 Minnesota|MS 28 Mississippi|MO 29 Missouri|MT 30 Montana|NE 31 Nebraska|NV 32 Nevada|NH 33 New Hampshire
NJ 34 New Jersey|NM 35 New Mexico|NY 36 New York|NC 37 North Carolina|ND 38 North Dakota|OH 39 Ohio|OK 40 Oklahoma
OR 41 Oregon|PA 42 Pennsylvania|RI 44 Rhode Island|SC 45 South Carolina|SD 46 South Dakota|TN 47 Tennessee|TX 48 Texas
UT 49 Utah|VT 50 Vermont|VA 51 Virginia|WA 53 Washington|WV 54 West Virginia|WI 55 Wisconsin|WY 56 Wyoming
AS 60 American Samoa|GU 66 Guam|MP 69 Northern Mariana Islands|PR 72 Puerto Rico|VI 78 U.S. Virgin Islands`

/** All 50 states, DC and the five territories, in FIPS order. */
export const states: readonly State[] = rows
  .split(/[|\n]/)
  .map((row) => ({ code: row.slice(0, 2), fips: row.slice(3, 5), name: row.slice(6) }))

/** The Associated Press's and other traditional abbreviations, and names in use besides the official one. */
const variants: Readonly<Record<string, string>> = {
  AL: 'Ala',
  AK: 'Alas',
  AZ: 'Ariz',
  AR: 'Ark',
  CA: 'Calif|Cal',
  CO: 'Colo',
  CT: 'Conn',
  DE: 'Del',
  DC: 'Washington DC|Washington D C|Dist of Columbia|D C',
  FL: 'Fla',
  GA: 'Ga',
  HI: "Hawai'i",
  IL: 'Ill',
  IN: 'Ind',
  KS: 'Kan|Kans',
  KY: 'Ken|Commonwealth of Kentucky',
  LA: 'La',
  MD: 'Md',
  MA: 'Mass|Commonwealth of Massachusetts',
  MI: 'Mich',
  MN: 'Minn',
  MS: 'Miss',
  MO: 'Mo',
  MT: 'Mont',
  NE: 'Neb|Nebr',
  NV: 'Nev',
  NH: 'N H',
  NJ: 'N J',
  NM: 'N M|N Mex',
  NY: 'N Y|New York State|State of New York',
  NC: 'N C|N Carolina',
  ND: 'N D|N Dak|N Dakota',
  OK: 'Okla',
  OR: 'Ore|Oreg',
  PA: 'Penn|Penna|Commonwealth of Pennsylvania',
  RI: 'R I',
  SC: 'S C|S Carolina',
  SD: 'S D|S Dak|S Dakota',
  TN: 'Tenn',
  TX: 'Tex',
  VT: 'Vt',
  VA: 'Va|Commonwealth of Virginia',
  WA: 'Wash|Washington State|State of Washington',
  WV: 'W Va|W V|W Virginia',
  WI: 'Wis|Wisc',
  WY: 'Wyo',
  MP: 'Commonwealth of the Northern Mariana Islands|CNMI',
  VI: 'Virgin Islands|US Virgin Islands|United States Virgin Islands|USVI',
}

/** How state names are compared: letters only, lower case. The SQL of the import does the same. */
const stateKey = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Every spelling's key to its code; the pairs that the import gives to the engine. */
export const stateSpellings: ReadonlyMap<string, string> = new Map(
  states.flatMap(({ code, name }) =>
    [code, name, ...(variants[code]?.split('|') ?? [])].map((text) => [stateKey(text), code] as const),
  ),
)

const byCode = new Map(states.map((state) => [state.code, state]))
const byFips = new Map(states.map((state) => [state.fips, state]))

/**
 * Postal codes in a column of states that are not states: the freely associated states (Micronesia, the Marshall
 * Islands, Palau) and the military's. They are on no map of ours, so no lead is placed in them.
 */
const otherPostalStates = new Set(
  ['FM', 'MH', 'PW', 'AA', 'AE', 'AP', 'Micronesia', 'Federated States of Micronesia', 'Marshall Islands']
    .concat(['Republic of the Marshall Islands', 'Palau', 'Republic of Palau'])
    .map(stateKey),
)

/** Whether `text` can be a cell in a column of states: one of ours, or another code that the Postal Service uses. */
export const isPostalState = (text: string): boolean =>
  findState(text) !== undefined || otherPostalStates.has(stateKey(text))

/** The state that `text` names: a code, a name in any case, a usual abbreviation, or a two-digit FIPS code. */
export function findState(text: string): State | undefined {
  const trimmed = text.trim()
  if (/^\d{1,2}$/.test(trimmed)) return byFips.get(trimmed.padStart(2, '0'))
  const code = stateSpellings.get(stateKey(trimmed))
  return code === undefined ? undefined : byCode.get(code)
}
