import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Column, ColumnKind } from '../../schema.ts'
import { applyPreset, withDemanded } from './apply-preset.ts'
import { findRoles } from './column-roles.ts'
import { firstNameSql, lastNameSql } from './name-sql.ts'
import { requirePreset } from './presets.ts'

const column = (label: string, kind: ColumnKind = 'text', contact = false): Column => ({
  key: label.toLowerCase().replaceAll(/[^a-z]+/g, '_'),
  ...{ label, group: 'All', kind, from: label, contact, facet: false, suggest: false },
})
const labels = (columns: readonly Column[]) => columns.map(({ label }) => label)

const people = [
  column('Organization'),
  column('Contact name', 'text', true),
  column('Position'),
  column('E-mail', 'email', true),
  column('Telephone', 'phone', true),
  column('Cell phone', 'phone', true),
  column('Home page', 'url'),
  column('Address line'),
  column('Town', 'city'),
  column('Postcode', 'zip'),
  column('Total employees', 'number'),
  column('Notes'),
]

describe('the columns of a file', () => {
  test('have the names by which HubSpot knows them, where it does', () => {
    expect(labels(applyPreset('hubspot', people))).toEqual([
      ...['Company name', 'Contact name', 'Job Title', 'Email', 'Phone Number', 'Mobile Phone Number'],
      ...['Website URL', 'Street Address', 'City', 'Postal Code', 'Number of Employees', 'Notes'],
    ])
  })

  test('have those of Salesforce, and a Last Name and First Name made of the whole one', () => {
    expect(labels(applyPreset('salesforce', people))).toEqual([
      ...['Company', 'Contact Name', 'Title', 'Email', 'Phone', 'Mobile Phone', 'Website', 'Street', 'City'],
      ...['Postal Code', 'No. of Employees', 'Notes', 'First Name', 'Last Name'],
    ])
  })

  test('stay as they are where they are called what the program calls another, but for a number', () => {
    const columns = [
      column('Organization'),
      column('Company name'),
      column('Zip', 'zip'),
      column('Postal Code'),
    ]
    const made = applyPreset('hubspot', columns)
    expect(labels(made)).toEqual(['Company name', 'Company name (2)', 'Postal Code', 'Postal Code (2)'])
    expect(made.map(({ key }) => key)).toEqual(columns.map(({ key }) => key))
  })

  test('include what Salesforce demands, chosen or not', () => {
    const [, , position = column('')] = people
    expect(labels(withDemanded('salesforce', [position], people))).toEqual([
      ...['Position', 'Organization', 'Contact name'],
    ])
    expect(labels(withDemanded('hubspot', [position], people))).toEqual(['Position'])
    expect(labels(applyPreset('salesforce', [column('Zip', 'zip')]))).toEqual([
      ...['Postal Code', 'Last Name', 'Company'],
    ])
  })

  test('have one role each, the first that fits', () => {
    const roles = findRoles([
      ...[
        column('Owner name', 'text', true),
        column('Last name', 'text', true),
        column('First name', 'text', true),
      ],
      ...[
        column('Firm name'),
        column('Fax', 'phone', true),
        column('LinkedIn', 'url'),
        column('Year founded', 'number'),
      ],
    ])
    expect([...roles].map(([role, { label }]) => [role, label])).toEqual([
      ['company', 'Firm name'],
      ['fullName', 'Owner name'],
      ['lastName', 'Last name'],
      ['firstName', 'First name'],
      ['fax', 'Fax'],
      ['founded', 'Year founded'],
    ])
  })

  test('are fewer than 1,000 for HubSpot', () => {
    expect(() => requirePreset({ preset: 'hubspot', format: 'csv' }, 999)).not.toThrow()
    expect(() => requirePreset({ preset: 'hubspot', format: 'csv' }, 1000)).toThrow(
      'HubSpot takes at most 999 columns: this file has 1000',
    )
    expect(() => requirePreset({ preset: undefined, format: 'csv' }, 1000)).not.toThrow()
  })
})

describe('a name', () => {
  let engine: TestOlap
  beforeAll(async () => {
    engine = await testOlap()
  })
  afterAll(async () => await engine?.close())

  test.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada   King  Lovelace ', 'Ada King', 'Lovelace'],
    ['LOVELACE, ADA', 'ADA', 'LOVELACE'],
    ['Lovelace, Ada King', 'Ada King', 'Lovelace'],
    ['Ada Lovelace Jr.', 'Ada', 'Lovelace'],
    ['Ada Lovelace, III', 'Ada', 'Lovelace'],
    ['Ada Lovelace, Jr., M.D.', 'Ada', 'Lovelace'],
    ['Lovelace, Ada, PhD', 'Ada', 'Lovelace'],
    ['Kim Do', 'Kim', 'Do'],
    ['Jr Vila', 'Jr', 'Vila'],
    ['Ada', '', 'Ada'],
    ['José Ñandú', 'José', 'Ñandú'],
    ['', '', ''],
    ['  ', '', ''],
    [', ,', '', ''],
  ])('%j is %j and %j', async (name, first, last) => {
    const [found] = await engine.olap.ask({
      sql: `SELECT ${firstNameSql('name')} AS first, ${lastNameSql('name')} AS last FROM (SELECT {name:String} AS name)`,
      params: { name },
      row: z.strictObject({ first: z.string(), last: z.string() }),
    })
    expect(found).toEqual({ first, last })
  })
})
