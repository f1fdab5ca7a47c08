import { countiesOfShapes } from '../geography/counties-shapes.ts'
import { type ZipPlace, zipPlaces } from '../geography/zip-places.ts'

/**
 * Plainly invented businesses at real ZIPs, the same ones every time. Names say that they are samples, mail goes to
 * example.com, phones are from the range kept for fiction (555-0100 to 555-0199), web addresses end in `.example`.
 */
const industries = [
  ['Roofing', 'Roofing Contractors', '238160'],
  ['Plumbing', 'Plumbing and Heating Contractors', '238220'],
  ['Electric', 'Electrical Contractors', '238210'],
  ['Landscaping', 'Landscaping Services', '561730'],
  ['Dental', 'Offices of Dentists', '621210'],
  ['Family Clinic', 'Offices of Physicians', '621111'],
  ['Veterinary', 'Veterinary Services', '541940'],
  ['Law Office', 'Offices of Lawyers', '541110'],
  ['Accounting', 'Offices of Accountants', '541211'],
  ['Insurance', 'Insurance Agencies', '524210'],
  ['Realty', 'Real Estate Agents', '531210'],
  ['Trucking', 'General Freight Trucking', '484121'],
  ['Auto Repair', 'Automotive Repair', '811111'],
  ['Bakery', 'Retail Bakeries', '311811'],
  ['Grill', 'Restaurants', '722511'],
  ['Coffee', 'Snack and Beverage Bars', '722515'],
  ['Salon', 'Beauty Salons', '812112'],
  ['Fitness', 'Fitness Centers', '713940'],
  ['Hardware', 'Hardware Stores', '444140'],
  ['Florist', 'Florists', '459310'],
  ['Pharmacy', 'Pharmacies', '456110'],
  ['Software', 'Custom Computer Programming', '541511'],
  ['Marketing', 'Advertising Agencies', '541810'],
  ['Staffing', 'Temporary Help Services', '561320'],
  ['Machine Works', 'Machine Shops', '332710'],
  ['Printing', 'Commercial Printing', '323111'],
  ['Brewing', 'Breweries', '312120'],
  ['Farm Supply', 'Farm Supplies Wholesalers', '424910'],
  ['Storage', 'Self-Storage', '531130'],
  ['Child Care', 'Child Care Services', '624410'],
] as const
const adjectives = ['Sample', 'Example', 'Specimen', 'Demo', 'Imaginary', 'Fictional'] as const
const titles = [
  'Owner',
  'Owner',
  'CEO',
  'President',
  'General Manager',
  'Office Manager',
  'Operations Manager',
  'Marketing Director',
  'CFO',
] as const
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

export const sampleHeader =
  'business_id,company,industry,naics,employees,revenue,founded,contact_name,title,email,phone,website,address,city,state,zip,county,latitude,longitude,updated'

/** A repeatable source of numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The CSV of `count` businesses in pieces of about half a megabyte. */
export function* sampleCsv(count: number): Generator<Buffer> {
  const random = randomFrom(20_240_229)
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
  const all = [...zipPlaces().values()].toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
  const towns = Map.groupBy(all, ({ city, state }) => `${city},${state}`)
  const urban = all.filter(({ city, state }) => (towns.get(`${city},${state}`)?.length ?? 0) >= 4)
  const counties = new Map(countiesOfShapes().map(({ fips, name }) => [fips, name]))
  let text = `${sampleHeader}\n`
  for (let i = 1; i <= count; i++) {
    const place = pick(random() < 0.6 ? urban : all)
    text += `${businessRow(i, place, counties.get(place.county) ?? '', { random, pick })}\n`
    if (text.length < 512 * 1024) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

type Dice = { random(): number; pick<Value>(list: readonly Value[]): Value }

function businessRow(i: number, place: ZipPlace, county: string, { random, pick }: Dice): string {
  const number = String(i).padStart(6, '0')
  const [trade, industry, naics] = pick(industries)
  const kind = pick(adjectives)
  const first = pick(firstNames)
  const last = pick(lastNames)
  const employees = Math.max(1, Math.round(Math.exp(random() * random() * 8)))
  const revenue = Math.round((employees * (40_000 + random() * 160_000)) / 1000) * 1000
  const founded = 1930 + Math.floor(Math.sqrt(random()) * 95)
  const area = 201 + Math.floor(random() * 780)
  const phone = `(${area}) 555-01${String(Math.floor(random() * 100)).padStart(2, '0')}`
  const email = random() < 0.85 ? `${first}.${last}.${number}@example.com`.toLowerCase() : ''
  const website =
    random() < 0.7 ? `https://www.${kind}-${trade}-${number}.example`.toLowerCase().replaceAll(' ', '-') : ''
  const title = pick(titles)
  const street = `${1 + Math.floor(random() * 9999)} ${pick(streets)}`
  // Every tenth has no coordinates, so that the ZIP's point is seen at work.
  const isPlaced = random() >= 0.1
  const lat = isPlaced ? (place.lat + (random() - 0.5) * 0.04).toFixed(5) : ''
  const lon = isPlaced ? (place.lon + (random() - 0.5) * 0.05).toFixed(5) : ''
  const updated = `2026-${String(1 + Math.floor(random() * 9)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
  return `BIZ-${number},${kind} ${trade} ${number},${industry},${naics},${employees},${revenue},${founded},${first} ${last},${title},${email},${phone},${website},${street},"${place.city}",${place.state},${place.zip},"${county}",${lat},${lon},${updated}`
}
