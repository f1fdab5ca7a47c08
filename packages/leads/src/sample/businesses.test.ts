import { createHash } from 'node:crypto'
import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { stateOfAreaCode } from '../geography/area-codes.ts'
import { findZip } from '../geography/zip-places.ts'
import { sampleCsv } from './businesses.ts'
import { randomFrom, weightedPick } from './weighted-pick.ts'

const count = 40_000
const bytes = Buffer.concat([...sampleCsv(count)])
const [header = [], ...rows] = parseCsv(bytes.toString()) as string[][]
const cellsOf = (name: string): string[] => rows.map((row) => row[header.indexOf(name)] ?? '')

/** Values with how often they occur, the most frequent first. */
function ranked(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

test('the sample is the same every time', () => {
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  expect(digest(Buffer.concat([...sampleCsv(count)]))).toBe(digest(bytes))
  expect(rows).toHaveLength(count)
})

test('industries follow Zipf’s law', () => {
  const industries = ranked(cellsOf('industry'))
  expect(industries).toHaveLength(30)
  const [first = 0, , third = 0] = industries.map(([, times]) => times)
  expect(first / third).toBeGreaterThan(2)
  expect(first / (industries.at(-1)?.[1] ?? 0)).toBeGreaterThan(15)
})

test('sizes are heavy-tailed: most businesses are small, a few are very large', () => {
  const sizes = cellsOf('employees')
    .map(Number)
    .toSorted((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor(share * count)] ?? 0
  expect(sizes[0]).toBeGreaterThanOrEqual(1)
  expect(at(0.5)).toBeLessThan(10)
  expect(at(0.99)).toBeGreaterThan(100)
  expect(sizes.at(-1)).toBeGreaterThan(1000)
})

test('one business in eight is a branch: the same name and web address at many places, in one industry', () => {
  const names = cellsOf('company')
  const chains = ranked(names).filter(([, times]) => times > 1)
  const branches = chains.reduce((sum, [, times]) => sum + times, 0)
  expect(branches / count).toBeCloseTo(1 / 8, 1)
  const [largest = ''] = chains[0] ?? []
  const ofLargest = rows.filter((row) => row[1] === largest)
  expect(ofLargest.length).toBeGreaterThan(100)
  expect(new Set(ofLargest.map((row) => row[header.indexOf('zip')])).size).toBeGreaterThan(
    ofLargest.length * 0.8,
  )
  for (const column of ['industry', 'website'])
    expect(new Set(ofLargest.map((row) => row[header.indexOf(column)])).size).toBe(1)
})

test('places are distributed like people, and agree with each other', () => {
  const states = ranked(cellsOf('state'))
  expect(states.slice(0, 4).map(([state]) => state)).toEqual(['CA', 'TX', 'FL', 'NY'])
  expect(states.map(([state]) => state)).toEqual(expect.arrayContaining(['WY', 'PR', 'GU']))
  for (const row of rows.slice(0, 500)) {
    const cell = (name: string) => row[header.indexOf(name)] ?? ''
    expect(findZip(cell('zip'))).toMatchObject({ state: cell('state'), city: cell('city') })
    expect(stateOfAreaCode(cell('phone').slice(1, 4))).toBe(cell('state'))
  }
})

test('every business is plainly invented', () => {
  for (const company of cellsOf('company'))
    expect(company).toMatch(/^(Sample|Example|Specimen|Demo|Imaginary|Fictional) /)
  for (const phone of cellsOf('phone')) expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
  for (const email of cellsOf('email')) expect(email).toMatch(/^$|@example\.com$/)
  for (const site of cellsOf('website')) expect(site).toMatch(/^$|\.example$/)
})

test('a weighted choice keeps its weights', () => {
  const weights = [5, 0, 1, 2, 0.5]
  const pick = weightedPick([0, 1, 2, 3, 4], (index) => weights[index] ?? 0)
  const random = randomFrom(3)
  const times = new Array<number>(5).fill(0)
  for (let i = 0; i < 85_000; i++) {
    const index = pick(random)
    times[index] = (times[index] ?? 0) + 1
  }
  for (const [index, weight] of weights.entries())
    expect(Math.abs((times[index] ?? 0) - weight * 10_000)).toBeLessThan(500)
})
