import { findDocument } from '@freeor/content/queries'
import { siteDocuments } from '@freeor/content/tables'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedSiteDocuments } from './site-documents.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())

const now = new Date('2026-05-04T09:00:00Z')
const find = async (key: string) =>
  await findDocument(database.db, { site: 'leads', collection: 'pages', key })

test('the terms and the privacy notice are written once: what an operator changed or deleted since then stays so', async () => {
  const { db } = database
  expect(await seedSiteDocuments(db, now)).toBe(true)
  expect((await find('terms'))?.data.body).toContain('A download costs one credit for each lead')
  expect((await find('privacy'))?.data.body).toContain('An opt-out holds for every later import too.')
  expect((await find('privacy'))?.data.body).toContain('freeor.device, stays for 180 days')
  const changed = { lead: 'Ours', body: 'Our own terms.' }
  await db.update(siteDocuments).set({ data: changed }).where(eq(siteDocuments.key, 'terms'))
  await db.delete(siteDocuments).where(eq(siteDocuments.key, 'privacy'))
  expect(await seedSiteDocuments(db, now)).toBe(false)
  expect((await find('terms'))?.data).toEqual(changed)
  expect(await find('privacy')).toBeUndefined()
})
