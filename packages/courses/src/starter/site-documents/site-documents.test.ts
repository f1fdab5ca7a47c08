import { findDocument, listDocuments } from '@freeor/content/queries'
import type { Collection } from '@freeor/content/schema'
import { siteDocuments } from '@freeor/content/tables'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedSiteDocuments } from './commands.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  expect(await seedSiteDocuments(database.db, now)).toBe(true)
})
afterAll(async () => await database.close())

const now = new Date('2026-05-04T09:00:00Z')
const site = 'courses'
const list = async <C extends Collection>(collection: C) =>
  await listDocuments(database.db, { site, collection })

test('the reading list has at least 24 entries, of each type some, each of them once and whole', async () => {
  const entries = await list('reading-list')
  expect(entries.length).toBeGreaterThanOrEqual(24)
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length)
  for (const type of ['Books', 'Articles', 'Cases'])
    expect(entries.filter(({ data }) => data.type === type).length, type).toBeGreaterThanOrEqual(8)
  for (const { name, description, data } of entries) {
    expect(description.length, name).toBeGreaterThan(40)
    expect(`${data.author} ${data.source}`, name).not.toMatch(/ISBN|https?:/)
  }
})

test('a case names its court and how it is cited', async () => {
  for (const { name, data } of (await list('reading-list')).filter(
    ({ data: { type } }) => type === 'Cases',
  )) {
    expect(data.author, name).toMatch(/Court/)
    expect(data.source, name).toMatch(/\d/)
  }
})

test('every person of the starter content is plainly a sample', async () => {
  const people = await list('bios')
  expect(people.map(({ data }) => data.order)).toEqual([1, 2, 3, 4])
  for (const { name, data } of people) {
    expect(name).toMatch(/^Sample /)
    expect(data.isSample, name).toBe(true)
    expect(data.about, name).toContain('sample entry')
  }
})

test('an opportunity names only audiences that are there', async () => {
  const known = (await list('audiences')).map(({ key }) => key)
  for (const { name, data } of await list('opportunities'))
    for (const key of Object.keys(data.audiences)) expect(known, name).toContain(key)
})

test('every page of the specification has its document', async () => {
  const keys = (await list('pages')).map(({ key }) => key)
  expect(keys.toSorted()).toEqual(
    `about contact faq get-involved home how-it-works privacy reading-list recommend-lecturer share-lessons support
    terms`.split(/\s+/),
  )
})

test('the starter texts say what the software does: its cookies, what admins see, where things are', async () => {
  const bodyOf = async (key: string) =>
    (await findDocument(database.db, { site, collection: 'pages', key }))?.data.body
  const [terms, privacy, support] = [await bodyOf('terms'), await bodyOf('privacy'), await bodyOf('support')]
  expect(privacy).toContain('freeor.device, stays for 180 days')
  expect(privacy).not.toContain('The one cookie')
  for (const text of [terms, privacy]) expect(text).toContain('minutes watched')
  expect(terms).not.toContain('take the name out')
  expect(support).toContain('Once a quiz is graded there is “Something is wrong with this question”')
  const faq = JSON.stringify(await list('faq'))
  expect(faq).toContain('[Your data](/settings/delete_account)')
  expect(faq).toContain('minutes watched')
})

test('a start later changes nothing of it', async () => {
  const { db } = database
  await db.update(siteDocuments).set({ name: 'Who we are' }).where(eq(siteDocuments.key, 'about'))
  await db.delete(siteDocuments).where(eq(siteDocuments.key, 'support'))
  const before = (await db.select().from(siteDocuments)).length
  expect(await seedSiteDocuments(db, now)).toBe(false)
  expect((await db.select().from(siteDocuments)).length).toBe(before)
  const about = await findDocument(db, { site, collection: 'pages', key: 'about' })
  expect(about?.name).toBe('Who we are')
})
