import { normal, placeSampler } from './places.ts'
import { createRandom, type Random, weightedIndex, zipf } from './random.ts'
import {
  firstNames,
  firstSyllables,
  industries,
  lastNames,
  legalForms,
  secondSyllables,
  streetKinds,
  streets,
  titles,
} from './vocabulary.ts'

export const columns = [
  'company',
  'industry',
  'employees',
  'revenue',
  'title',
  'contact_name',
  'email',
  'phone',
  'website',
  'founded',
  'address',
  'city',
  'state',
  'zip',
  'county',
  'lat',
  'lon',
] as const

const pick = (list: readonly string[], random: Random): string =>
  list[Math.floor(random() * list.length)] ?? ''

/**
 * Gives one CSV line after another, the same ones for a seed. Some cells are as dirty as those of a bought list, so that
 * an import has something to repair: ZIPs without their leading zero or with +4, `N/A`, `&amp;`, missing coordinates and
 * counties.
 */
export function leadLines(seed: number): () => string {
  const random = createRandom(seed)
  const place = placeSampler(seed)
  const industryAt = weightedIndex(zipf(industries.length, 0.7))
  const titleAt = weightedIndex(zipf(titles.length, 0.9))
  return () => {
    const { zip, city, state, county, lat, lon } = place(random)
    const industry = industries[industryAt(random)] ?? ''
    const first = pick(firstSyllables, random)
    const second = pick(secondSyllables, random)
    const company = companyName({ first, second, industry }, random)
    const domain = `${first}${second}-${Math.floor(random() * 900)}.example`.toLowerCase()
    const employees = Math.min(60_000, 1 + Math.floor(Math.exp(2.1 + 1.5 * normal(random))))
    const revenue = employees * (40 + Math.floor(random() * 260)) * 1000
    const person = pick(firstNames, random)
    const family = `${pick(firstSyllables, random)}${pick(secondSyllables, random)}`
    const initial = String.fromCharCode(65 + Math.floor(random() * 26))
    const hasPoint = random() >= 0.04
    const cells = [
      company,
      industry,
      random() < 0.02 ? 'N/A' : employees,
      random() < 0.02 ? 'N/A' : revenue,
      titles[titleAt(random)] ?? '',
      `${person} ${initial} ${family}`,
      `${person}.${initial}@${domain}`.toLowerCase(),
      phone(random),
      random() < 0.1 ? '' : `https://${domain}`,
      2024 - Math.floor(Math.abs(normal(random)) * 22),
      `${1 + Math.floor(random() * 9800)} ${pick(streets, random)} ${pick(streetKinds, random)}`,
      city,
      state,
      dirtyZip(zip, random),
      random() < 0.05 ? '' : county,
      hasPoint ? (lat + (random() - 0.5) * 0.06).toFixed(5) : '',
      hasPoint ? (lon + (random() - 0.5) * 0.06).toFixed(5) : '',
    ]
    return `${cells.join(',')}\n`
  }
}

type Name = { first: string; second: string; industry: string }

function companyName({ first, second, industry }: Name, random: Random): string {
  const trade = industry.slice(0, industry.indexOf(' '))
  const partner = random() < 0.03 ? ` &amp; ${pick(lastNames, random)}` : ''
  return `${first}${second}${partner} ${trade} ${pick(legalForms, random)}`
}

/** Numbers 555-0100 to 555-0199 are kept for fiction. */
const phone = (random: Random): string =>
  `(${201 + Math.floor(random() * 780)}) 555-01${Math.floor(random() * 100)
    .toString()
    .padStart(2, '0')}`

function dirtyZip(zip: string, random: Random): string {
  const dice = random()
  if (dice < 0.03) return `${zip}-${1000 + Math.floor(random() * 8999)}`
  return dice < 0.3 && zip.startsWith('0') ? zip.slice(1) : zip
}
