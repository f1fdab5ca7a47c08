import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ContentViewer,
  defaultPermissions,
  isEntry,
  isGranted,
  type Permissions,
} from './permissions.ts'

const nobody: ContentViewer = { email: null, isSuperAdmin: false, isAuthor: false, orgAdminOf: [] }
const listing = (...entries: string[]): Permissions => ({ read: entries, write: entries, delete: entries })
const may = (viewer: ContentViewer | undefined, ...entries: string[]) =>
  isGranted(listing(...entries), 'write', viewer)

test('a collection that nobody changed is read by anyone, and written and deleted by super admins alone', () => {
  const admin = { ...nobody, isSuperAdmin: true }
  const kinds = (viewer: ContentViewer | undefined) =>
    (['read', 'write', 'delete'] as const).map((kind) => isGranted(defaultPermissions, kind, viewer))
  expect(kinds(undefined)).toEqual([true, false, false])
  expect(kinds({ ...nobody, isAuthor: true, orgAdminOf: ['A'], email: 'a@b.example' })).toEqual([
    true,
    false,
    false,
  ])
  expect(kinds(admin)).toEqual([true, true, true])
})

test('each entry grants exactly those it names', () => {
  expect([may(undefined, 'signed-in'), may(nobody, 'signed-in')]).toEqual([false, true])
  expect([may(nobody, 'author'), may({ ...nobody, isAuthor: true }, 'author')]).toEqual([false, true])
  const ofA = { ...nobody, orgAdminOf: ['A'] }
  expect([may(ofA, 'org-admin:A'), may(ofA, 'org-admin:B'), may(ofA, 'org-admin:a')]).toEqual([
    true,
    false,
    false,
  ])
  const ann = { ...nobody, email: 'ann@people.example' }
  expect([may(ann, 'Ann@People.example'), may(ann, 'bob@people.example')]).toEqual([true, false])
  expect(may(nobody, 'ann@people.example')).toBe(false)
})

test('an unknown entry grants nothing, whatever it looks like', () => {
  const viewers = [undefined, nobody, { ...nobody, isAuthor: true, orgAdminOf: [''], email: 'null' }]
  fc.assert(
    fc.property(fc.string(), (entry) => {
      fc.pre(!isEntry(entry))
      expect(viewers.map((viewer) => may(viewer, entry))).toEqual([false, false, false])
    }),
  )
  for (const entry of ['', 'org-admin:', 'everyone', 'Anyone', 'super admin', 'null', '@'])
    expect([isEntry(entry), viewers.some((viewer) => may(viewer, entry))], entry).toEqual([false, false])
})

test('a list without super admins does not lock them out', () => {
  expect(may({ ...nobody, isSuperAdmin: true }, 'author')).toBe(true)
  expect(may({ ...nobody, isSuperAdmin: true })).toBe(true)
})
