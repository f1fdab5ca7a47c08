import type { CompanyRole } from '@freeor/kernel/scope'
import { expect, test } from 'vitest'
import { abilitiesOf, can, type Right, requireRight, rights } from './policy.ts'

/** The table as a person would read it: o(wner) a(dmin) m(ember) v(iewer). */
const written: Record<Right, string> = {
  'company.read': 'oamv',
  search: 'oamv',
  'searches.read': 'oamv',
  'searches.save': 'oam',
  'searches.share': 'oam',
  'downloads.read': 'oamv',
  'downloads.order': 'oam',
  'people.read': 'oam',
  'people.manage': 'oa',
  'company.edit': 'oa',
  'billing.read': 'oa',
  'billing.change': 'o',
  'ownership.transfer': 'o',
  'company.delete': 'o',
  'api_keys.manage': 'oam',
  'webhooks.manage': 'oa',
}
const roles: readonly CompanyRole[] = ['owner', 'admin', 'member', 'viewer']

test.each(rights)('%s belongs to the roles that the table names, and to no other', (right) => {
  for (const role of roles) expect(can(role, right), role).toBe(written[right].includes(role.charAt(0)))
})

test('a user without a role has no right', () => {
  expect(Object.values(abilitiesOf(undefined))).toEqual(rights.map(() => false))
})

test('a viewer can only look', () => {
  const able = rights.filter((right) => abilitiesOf('viewer')[right])
  expect(able).toEqual(['company.read', 'search', 'searches.read', 'downloads.read'])
})

test('the server’s check and the abilities of a page use one table', () => {
  for (const role of roles)
    for (const right of rights) {
      const gate = () => requireRight({ role }, right)
      if (abilitiesOf(role)[right]) expect(gate).not.toThrow()
      else expect(gate).toThrow(expect.objectContaining({ code: 'forbidden', details: { right } }))
    }
})
