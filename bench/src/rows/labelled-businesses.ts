import {
  type Business,
  chainOf,
  digits,
  line,
  mistyped,
  pick,
  shown,
  singleOf,
  street,
  zips,
} from './labelled-list.ts'
import { createRandom, type Random } from './random.ts'

/** A row of a dataset, with the business that it is. */
export type LabelledLead = Omit<Business, 'id'> & {
  readonly rowId: string
  readonly truth: string
  /** How it differs from the first row of its business; why it is another one. */
  readonly kind: string
}

type Way = (of: Business, random: Random) => Partial<Business>

const newPhone = (random: Random) => `${200 + Math.floor(random() * 700)}${digits(7, random)}`

/** How a business comes to a dataset a second time. */
const again: readonly (readonly [kind: string, way: Way])[] = [
  ['the same row', () => ({})],
  [
    'written in another form',
    ({ company, phone }) => ({ company: company.replace(/ \w+$/, '').toUpperCase(), phone: shown(phone) }),
  ],
  ['another number', (_, random) => ({ phone: newPhone(random) })],
  ['another website', ({ id }) => ({ website: `https://new-${id.toLowerCase()}.example` })],
  ['no website, another suite', ({ address }) => ({ website: '', address: `${address}, Suite 400` })],
  ['no address', () => ({ address: '' })],
  ['name and address alone', () => ({ phone: '', website: '' })],
  ['name mistyped', ({ company }, random) => ({ company: mistyped(company, random) })],
  [
    'name mistyped, no website',
    ({ company }, random) => ({ company: mistyped(company, random), website: '' }),
  ],
  ['another name', (_, random) => ({ company: singleOf(0, random).company })],
  ['another name, no website', (_, random) => ({ company: singleOf(0, random).company, website: '' })],
  ['moved within its ZIP', (_, random) => ({ address: street(random) })],
  ['moved to another ZIP', (_, random) => ({ address: street(random), zip: pick(zips, random) })],
]

/** What looks like a business and is another one. */
const others: readonly (readonly [kind: string, way: Way])[] = [
  [
    'office next door, number of the building',
    ({ phone, address, zip }, random) => ({ ...singleOf(1, random), phone, address, zip, website: '' }),
  ],
  [
    'next tenant of the number',
    ({ phone, zip }, random) => ({ ...singleOf(2, random), phone, zip, address: street(random) }),
  ],
  ['namesake in the same ZIP', ({ company, zip }, random) => ({ ...singleOf(3, random), company, zip })],
  [
    'sister company, number and website in common',
    ({ phone, website, address, zip }, random) => ({ ...singleOf(4, random), phone, website, address, zip }),
  ],
]

export type LabelledFiles = {
  readonly rows: readonly LabelledLead[]
  /** As two imports, one after the other. In the second a part of the businesses stands under new ids only. */
  readonly first: string
  readonly second: string
}

/**
 * A dataset of which it is known which rows are one business: singles, half of them twice; chains, whose branches are
 * businesses of their own; and others that share a name, a number or a place. The same for a seed.
 */
export function labelledBusinesses(seed: number, count: number): LabelledFiles {
  const random = createRandom(seed)
  const row = (of: Business, kind: string, changed: Partial<Business> = {}): LabelledLead => {
    const { id, ...cells } = { ...of, ...changed, id: of.id }
    return { ...cells, rowId: `R${digits(12, random)}`, truth: id, kind }
  }
  const begun: LabelledLead[] = []
  const later: LabelledLead[] = []
  const gone = new Set<string>()
  for (let i = 0; i < count; i++) {
    const of = singleOf(i, random)
    const original = row(of, 'original')
    begun.push(original)
    const [kind, way] = pick(again, random)
    const draw = random()
    if (draw < 0.3) begun.push(row(of, kind, way(of, random)))
    else if (draw < 0.5) {
      gone.add(original.rowId)
      later.push(row(of, `later: ${kind}`, way(of, random)))
    } else if (draw < 0.6) {
      const [why, other] = pick(others, random)
      begun.push(row({ ...of, ...other(of, random), id: `O${i}` }, why))
    }
  }
  for (let i = 0; i < count / 50; i++)
    for (const of of chainOf(i, random)) begun.push(row(of, 'branch of a chain'))
  const text = (rows: readonly LabelledLead[]) =>
    [
      line(['Row ID', 'Company', 'Address', 'ZIP', 'Phone', 'Website']),
      ...rows.map(({ rowId, company, address, zip, phone, website }) =>
        line([rowId, company, address, zip, phone, website]),
      ),
    ].join('')
  return {
    rows: [...begun, ...later],
    first: text(begun),
    second: text([...begun.filter(({ rowId }) => !gone.has(rowId)), ...later]),
  }
}
