import { areaCodesByState } from '../geography/area-codes.ts'
import { countiesOfShapes } from '../geography/counties-shapes.ts'
import type { ZipPlace } from '../geography/zip-places.ts'
import { chainsOf } from './chains.ts'
import { industries } from './industries.ts'
import { peopledPlaces } from './peopled-places.ts'
import { randomFrom, weightedPick, zipfWeight } from './weighted-pick.ts'

/*
 * Plainly invented businesses at real ZIPs, the same ones every time, with natural weights: industries by Zipf's law,
 * sizes heavy-tailed, chains with many branches, places distributed like people. Names say that they are samples, mail
 * goes to example.com, phones are from the range reserved for fiction (555-0100 to 555-0199), web addresses end in
 * `.example`.
 */
const adjectives = ['Sample', 'Example', 'Specimen', 'Demo', 'Imaginary', 'Fictional'] as const
/** The contact of a small business is mostly its owner; a large one has offices. */
const titles = {
  small: ['Owner', 'Owner', 'Owner', 'Owner', 'Owner', 'President', 'General Manager', 'Office Manager'],
  large: [
    ...[
      'Owner',
      'Owner',
      'Owner',
      'Owner',
      'CEO',
      'CEO',
      'President',
      'President',
      'General Manager',
      'Office Manager',
    ],
    ...['Operations Manager', 'Operations Manager', 'Marketing Director', 'CFO'],
  ],
  branch: ['General Manager', 'General Manager', 'General Manager', 'Office Manager', 'Operations Manager'],
} as const
const firstNames = [
  'Alex',
  'Avery',
  'Blake',
  'Cameron',
  'Casey',
  'Dakota',
  'Drew',
  'Emerson',
  'Finley',
  'Harper',
  'Jamie',
  'Jordan',
  'Kendall',
  'Logan',
  'Morgan',
  'Parker',
  'Quinn',
  'Reese',
  'Riley',
  'Rowan',
  'Sawyer',
  'Skyler',
  'Taylor',
] as const
const lastNames = ['Sample', 'Example', 'Specimen', 'Placeholder', 'Fictional', 'Demo'] as const
const streets = [
  'Sample St',
  'Example Ave',
  'Specimen Rd',
  'Demo Blvd',
  'Placeholder Ln',
  'Main St',
  'Test Park Dr',
] as const

const sampleHeader =
  'business_id,company,industry,naics,employees,revenue,founded,contact_name,title,email,phone,website,address,city,state,zip,county,latitude,longitude,updated'

/** The CSV of `count` businesses in pieces of about half a megabyte. */
export function* sampleCsv(count: number): Generator<Buffer> {
  const draw = drawBusinesses()
  let text = `${sampleHeader}\n`
  for (let i = 1; i <= count; i++) {
    text += `${businessRow(i, draw)}\n`
    if (text.length < 512 * 1024) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/** One in eight is a branch of a chain. */
const branchShare = 1 / 8
/** The exponent of the sizes of firms of the United States (Axtell, Science 293, 2001). */
const sizeExponent = 1.06
/** How many times as large the largest is as the smallest usual one. */
const largestFactor = 4000

type Draw = ReturnType<typeof drawBusinesses>

/** What the rows are drawn with: one source of numbers, and the weights of industries, chains and places. */
function drawBusinesses() {
  const random = randomFrom(20_240_229)
  const places = peopledPlaces()
  const pickIndustry = weightedPick(industries, (_, index) => zipfWeight(index))
  const pickChain = chainsOf(random, { kinds: adjectives, states: places.states })
  const counties = new Map(countiesOfShapes().map(({ fips, name }) => [fips, name]))
  const areaCodes = areaCodesByState()
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
  return { random, places, pickIndustry, pickChain, counties, areaCodes, pick }
}

function businessRow(i: number, draw: Draw): string {
  const { random, pick, places } = draw
  const number = String(i).padStart(6, '0')
  const chain = random() < branchShare ? draw.pickChain(random) : undefined
  const { trade, name: industry, naics, size, perEmployee } = chain?.industry ?? draw.pickIndustry(random)
  const place = (chain?.state ? places.inState(chain.state) : places.anywhere)(random)
  const kind = pick(adjectives)
  const company = chain?.name ?? `${kind} ${trade} ${number}`
  const employees = chain ? branchSize(size, random) : firmSize(size, random)
  const revenue = Math.max(1, Math.round((employees * perEmployee * spread(random)) / 1000)) * 1000
  const founded = 1930 + Math.floor(Math.sqrt(random()) * 95)
  const first = pick(firstNames)
  const last = pick(lastNames)
  const title = pick(chain ? titles.branch : employees < 20 ? titles.small : titles.large)
  const email = random() < 0.85 ? `${first}.${last}.${number}@example.com`.toLowerCase() : ''
  const area = pick(draw.areaCodes.get(place.state) ?? ['684'])
  const phone = `(${area}) 555-01${String(Math.floor(random() * 100)).padStart(2, '0')}`
  const website = chain?.website ?? (random() < 0.7 ? siteOf(company) : '')
  const street = `${1 + Math.floor(random() * 9999)} ${pick(streets)}`
  const point = pointNear(place, random)
  const county = draw.counties.get(place.county) ?? ''
  const updated = `2026-${String(1 + Math.floor(random() * 9)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
  return `BIZ-${number},${company},${industry},${naics},${employees},${revenue},${founded},${first} ${last},${title},${email},${phone},${website},${street},"${place.city}",${place.state},${place.zip},"${county}",${point},${updated}`
}

const siteOf = (company: string): string =>
  `https://www.${company.toLowerCase().replaceAll(' ', '-')}.example`

/** Heavy-tailed: half of all firms have at most twice the smallest usual size, one in a thousand hundreds of times it. */
const firmSize = (smallest: number, random: () => number): number =>
  Math.floor(smallest * Math.min(largestFactor, (1 - random()) ** (-1 / sizeExponent)))

/** Branches of chains have similar sizes: about four times the smallest usual size. */
const branchSize = (smallest: number, random: () => number): number =>
  Math.max(1, Math.round(smallest * 4 * spread(random)))

/** Around 1, mostly between a half and two. */
const spread = (random: () => number): number => Math.exp((random() + random() + random() - 1.5) * 0.9)

/** Every tenth has no coordinates, so that the ZIP's point is used too. */
function pointNear({ lat, lon }: ZipPlace, random: () => number): string {
  if (random() < 0.1) return ','
  return `${(lat + (random() - 0.5) * 0.04).toFixed(5)},${(lon + (random() - 0.5) * 0.05).toFixed(5)}`
}
