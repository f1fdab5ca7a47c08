import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { endsInState, endsInZip, partOfAddress } from './address-text.ts'

const addresses = [
  ['7 Main St, Boston, MA 02108', '02108', 'MA', 'Boston'],
  ['7 Main St, Boston, ma 02108-1234, United States of America', '02108-1234', 'ma', 'Boston'],
  ['7 Main St Philadelphia Pa 19124', '19124', 'Pa', undefined],
  ['Charleston, West Virginia, 25301, usa', '25301', 'West Virginia', 'Charleston'],
  ['WASHINGTON, D.C. 20001', '20001', 'D.C.', 'WASHINGTON'],
  ['Denver, colorado, U.S., 80202', '80202', 'colorado', 'Denver'],
] as const

test.each(addresses)('%s ends in a state and its ZIP', (text, zip, state, city) => {
  expect(endsInZip(text)).toBe(true)
  expect([partOfAddress('zip', text), partOfAddress('state', text)]).toEqual([zip, state])
  if (city) expect(partOfAddress('city', text)).toBe(city)
})

test.each([
  ['Miami, FL', true],
  ['Austin, texas, USA', true],
  ['Come in', false],
  ['Hello, or', false],
  ['7 Main St', false],
])('whether %s ends in a state: %s', (text, isSo) => expect(endsInState(text)).toBe(isSo))

test('a process that optimizes no expressions any more, as V8 does once it has compiled many, reads the same', async () => {
  const module = fileURLToPath(new URL('./address-text.ts', import.meta.url))
  const script = `import { endsInZip } from ${JSON.stringify(module)}
    process.stdout.write(JSON.stringify(${JSON.stringify(addresses)}.map(([text]) => endsInZip(text))))`
  const flags = ['--no-regexp-optimization', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  expect(JSON.parse(stdout)).toEqual(addresses.map(() => true))
})
