import { expect, test } from 'vitest'
import { guessRoles } from './guess-roles.ts'

/** Twenty rows of what programs that keep customers write. */
const makers = {
  company: (i: number) => `Firm ${i} LLC`,
  person: (i: number) => `${['Ada', 'Bo', 'Cy', 'Di'][i % 4]} Example ${i}`,
  street: (i: number) => `${i + 1} Main St`,
  zip: (i: number) => `7700${i % 10}`,
  phone: (i: number) => `832-555-01${String(i).padStart(2, '0')}`,
  email: (i: number) => `info@firm-${i}.example`,
  ours: (i: number) => `rep-${i % 3}@ours.example`,
  site: (i: number) => `https://firm-${i}.example`,
  blank: () => '',
} as const

type Made = Readonly<Record<string, keyof typeof makers>>

/** The header of each role that was found. */
function rolesOf(columns: Made): Record<string, string> {
  const rows = Array.from({ length: 20 }, (_, i) => Object.values(columns).map((maker) => makers[maker](i)))
  const guessed = guessRoles(Object.keys(columns), rows)
  return Object.fromEntries(guessed.flatMap(({ header, role }) => (role ? [[role, header]] : [])))
}

test.each<[string, Made]>([
  ['Account Name', { 'Account Owner': 'person', 'Account Name': 'company', Phone: 'phone' }],
  ['Company name', { 'Company owner': 'person', 'Company name': 'company', 'Company Description': 'person' }],
  ['Vendor Name', { 'Vendor Name': 'company', 'Vendor Contact': 'person', 'Remit Zip': 'zip' }],
  ['Client', { Client: 'company', 'Client Rep': 'person', Postcode: 'zip' }],
  ['Customer', { Company: 'blank', Customer: 'company', 'Main Phone': 'phone' }],
  ['Company', { Customer: 'person', Company: 'company' }],
  ['Default Address Company', { 'Default Address Company': 'company', 'Default Address Zip': 'zip' }],
  ['Legal Business Name', { 'Business Address': 'street', 'Legal Business Name': 'company' }],
  ['Name', { Name: 'company', BillingStreet: 'street', BillingPostalCode: 'zip' }],
])('the column of companies is %s', (name, columns) => {
  expect(rolesOf(columns).name).toBe(name)
})

test('a company’s name in an address is no street', () => {
  const shop: Made = {
    'Default Address Company': 'company',
    'Default Address Address1': 'street',
    'Default Address Phone': 'phone',
  }
  expect(rolesOf(shop)).toEqual({
    name: 'Default Address Company',
    address: 'Default Address Address1',
    phone: 'Default Address Phone',
  })
})

test('who keeps the list is nobody on it: no row is compared by the address of its own salesperson', () => {
  const kept: Made = {
    Company: 'company',
    'Account Owner': 'ours',
    'Sales Rep Email': 'ours',
    Website: 'site',
  }
  expect(rolesOf(kept)).toEqual({ name: 'Company', website: 'Website' })
  expect(rolesOf({ 'Business Name': 'company', 'Owner Email': 'email' })).toEqual({
    name: 'Business Name',
    email: 'Owner Email',
  })
})

test('companies that recur in a list of people are companies', () => {
  const rows = Array.from({ length: 200 }, (_, i) => [`ann-${i}@firm-${i % 5}.example`, `Firm ${i % 5} LLC`])
  expect(guessRoles(['Email', 'Company'], rows).map(({ role }) => role)).toEqual(['email', 'name'])
})
