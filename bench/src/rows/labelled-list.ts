import { createRandom, type Random } from './random.ts'
import { firstSyllables, legalForms, secondSyllables, streetKinds, streets } from './vocabulary.ts'

/** A business as the dataset has it. */
export type Business = {
  readonly id: string
  readonly company: string
  readonly address: string
  readonly zip: string
  readonly phone: string
  readonly website: string
}

/** A row of a list, with the business that it is; null for one that the dataset does not have. */
type LabelledRow = Omit<Business, 'id'> & { readonly kind: string; readonly truth: string | null }

export type Labelled = {
  readonly leads: string
  readonly list: string
  readonly rows: readonly LabelledRow[]
}

export const pick = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random() * list.length)] as T
export const digits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
export const zips = ['77002', '75201', '89501', '93701', '10001', '30301', '02138', '60601', '94103', '98101']
const trades = ['Plumbing', 'Dental', 'Roofing', 'Bakery', 'Legal', 'Fitness', 'Printing', 'Automotive']

export const street = (random: Random) =>
  `${1 + Math.floor(random() * 2000)} ${pick(streets, random)} ${pick(streetKinds, random)}`

/** Some branches of a chain share its name, number and website; each is a business of its own. */
export function chainOf(number: number, random: Random): Business[] {
  const company = `${pick(firstSyllables, random)} ${pick(trades, random)} Group ${number}`
  const phone = `800555${String(number).padStart(4, '0')}`
  const website = `https://www.chain-${number}.example`
  return Array.from({ length: 2 + Math.floor(random() * 12) }, (_, i) => ({
    ...{ id: `C${number}-${i}`, company, phone, website },
    ...{ address: street(random), zip: pick(zips, random) },
  }))
}

export function singleOf(number: number, random: Random): Business {
  const name = `${pick(firstSyllables, random)}${pick(secondSyllables, random)}`
  return {
    id: `S${number}`,
    company: `${name} ${pick(trades, random)} ${number % 7 === 0 ? '& Sons ' : ''}${pick(legalForms, random)}`,
    ...{ address: street(random), zip: pick(zips, random) },
    phone: `${200 + (number % 700)}${200 + Math.floor(random() * 700)}${digits(4, random)}`,
    website: `https://${name.toLowerCase()}-${number}.example`,
  }
}

const blank = { company: '', address: '', zip: '', phone: '', website: '' }
export const shown = (phone: string) => `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`

/** One letter of a name is another, missing or doubled. */
export function mistyped(text: string, random: Random): string {
  const at = 1 + Math.floor(random() * (text.length - 2))
  const way = Math.floor(random() * 3)
  if (way === 0) return `${text.slice(0, at)}${text.slice(at + 1)}`
  const letter = way === 1 ? (text[at] ?? '') : String.fromCharCode(97 + Math.floor(random() * 26))
  return `${text.slice(0, at)}${letter}${text.slice(way === 1 ? at : at + 1)}`
}

type Way = (of: Business, random: Random) => Partial<Business>

/** How people write down a business that they know. */
const ways: readonly (readonly [kind: string, way: Way])[] = [
  ['whole row', (of) => of],
  [
    'name and ZIP, in capitals',
    ({ company, zip }) => ({ company: company.toUpperCase(), zip: `${zip}-1234` }),
  ],
  ['name without its legal form', ({ company, zip }) => ({ company: company.replace(/ \w+$/, ''), zip })],
  ['number in another form', ({ phone, zip }) => ({ phone: shown(phone), zip })],
  ['number alone', ({ phone }) => ({ phone: `+1 ${shown(phone)}` })],
  ['website alone', ({ website }) => ({ website: website.replace(/^https:\/\/(www\.)?/, 'www.') })],
  [
    'moved to another suite',
    ({ company, address, zip }) => ({ company, address: `${address}, Suite 400`, zip }),
  ],
  [
    'name mistyped, with its number',
    ({ company, zip, phone }, random) => ({ company: mistyped(company, random), zip, phone: shown(phone) }),
  ],
  [
    'name mistyped, with its ZIP',
    ({ company, zip }, random) => ({ company: mistyped(company, random), zip }),
  ],
]

/** Branches of the chains in places where the dataset has none. */
const elsewhere = (chain: readonly Business[], random: Random): Partial<Business> => {
  const { company, phone, website } = chain[0] as Business
  const known = new Set(chain.map(({ zip }) => zip))
  return {
    company,
    phone,
    website,
    address: street(random),
    zip: zips.find((zip) => !known.has(zip)) ?? '99950',
  }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
export const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\n`

/**
 * A dataset and a list of which it is known which row is which business: singles and chains, rows written down in many
 * ways, and rows that are nowhere in the dataset. The same for a seed. No rule of the matching was fitted to it.
 */
export function labelledList(seed: number, count: number): Labelled {
  const random = createRandom(seed)
  const singles = Array.from({ length: count }, (_, i) => singleOf(i, random))
  const chains = Array.from({ length: Math.ceil(count / 50) }, (_, i) => chainOf(i, random))
  const businesses = [...singles, ...chains.flat()]
  const rows: LabelledRow[] = []
  for (const of of businesses) {
    const [kind, way] = pick(ways, random)
    const isChain = of.id.startsWith('C')
    const row = { ...blank, ...way(of, random) }
    // A shared number or website alone says no more than that it is some branch.
    const isTelling = !isChain || row.zip !== ''
    rows.push({ ...row, kind: isChain ? `branch: ${kind}` : kind, truth: isTelling ? of.id : null })
  }
  for (const chain of chains)
    rows.push({ ...blank, ...elsewhere(chain, random), kind: 'branch: elsewhere', truth: null })
  for (let i = 0; i < count / 5; i++)
    rows.push({ ...blank, ...singleOf(1_000_000 + i, random), kind: 'not in the dataset', truth: null })
  const cells = ({ company, address, zip, phone, website }: Omit<Business, 'id'>) => [
    ...[company, address, zip, phone, website],
  ]
  const head = ['Company', 'Address', 'ZIP', 'Phone', 'Website']
  return {
    leads: [line(['Business ID', ...head]), ...businesses.map((of) => line([of.id, ...cells(of)]))].join(''),
    list: [line(head), ...rows.map((row) => line(cells(row)))].join(''),
    rows,
  }
}
