import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDocuments, seedOnce } from './commands.ts'
import { findDocument, listDocuments } from './queries.ts'
import type { Collection, CollectionData } from './schema.ts'
import { seedings, siteDocuments } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())
beforeEach(async () => {
  await database.db.delete(siteDocuments)
  await database.db.delete(seedings)
})

const now = new Date('2026-05-04T09:00:00Z')
const site = 'courses'

const add = async <C extends Collection>(
  collection: C,
  ...documents: readonly { key?: string; name: string; data: CollectionData<C> }[]
) => await addDocuments(database.db, { site, collection, documents, now })

const namesOf = async (collection: Collection) =>
  (await listDocuments(database.db, { site, collection })).map(({ name }) => name)

const page = { lead: '', body: 'Text.' }
const entry = (year: number, type: 'Books' | 'Cases' = 'Books') => ({
  type,
  author: 'A. Writer',
  year,
  source: 'A Press',
})

test('the reading list is newest first by year, then by title without its article', async () => {
  await add(
    'reading-list',
    { name: 'Zeal', data: entry(1999) },
    { name: 'The Beginning', data: entry(2004, 'Cases') },
    { name: 'A Covenant', data: entry(2004) },
    { name: 'Abbeys', data: entry(2004) },
    { name: 'Last', data: entry(2020) },
  )
  expect(await namesOf('reading-list')).toEqual(['Last', 'Abbeys', 'The Beginning', 'A Covenant', 'Zeal'])
})

test('people are listed by their order number, then by name', async () => {
  const data = { group: 'Staff', role: 'Editor', about: '', isSample: true } as const
  await add(
    'bios',
    { name: 'Tenth', data: { ...data, order: 10 } },
    { name: 'Second B', data: { ...data, order: 2 } },
    { name: 'Second A', data: { ...data, order: 2 } },
  )
  expect(await namesOf('bios')).toEqual(['Second A', 'Second B', 'Tenth'])
})

test('a document is found by its key, in its own site and collection only', async () => {
  await add('pages', { key: 'faq', name: 'Questions', data: page })
  await add('audiences', { key: 'faq', name: 'Readers', data: { order: 1 } })
  await addDocuments(database.db, {
    site: 'leads',
    collection: 'pages',
    documents: [{ key: 'faq', name: 'Of the other site', data: page }],
    now,
  })
  const found = await findDocument(database.db, { site, collection: 'pages', key: 'faq' })
  expect(found).toMatchObject({ name: 'Questions', data: page, createdAt: now })
  expect(await findDocument(database.db, { site, collection: 'pages', key: 'nothing' })).toBeUndefined()
  expect(await namesOf('pages')).toEqual(['Questions'])
})

test('archived documents are neither listed nor found', async () => {
  await add('pages', { key: 'faq', name: 'Questions', data: page })
  await database.db.update(siteDocuments).set({ archivedAt: now })
  expect(await namesOf('pages')).toEqual([])
  expect(await findDocument(database.db, { site, collection: 'pages', key: 'faq' })).toBeUndefined()
})

test('a record that does not fit its collection costs the page no other', async () => {
  await add('audiences', { name: 'Good', data: { order: 1 } }, { name: 'Bad', data: { order: 2 } })
  await database.db
    .update(siteDocuments)
    .set({ data: { order: 'second' } })
    .where(eq(siteDocuments.name, 'Bad'))
  expect(await namesOf('audiences')).toEqual(['Good'])
})

test('a collection takes only data of its own shape', async () => {
  const wrong = { order: -1 } as CollectionData<'audiences'>
  await expect(add('audiences', { name: 'Nobody', data: wrong })).rejects.toThrow('order')
  expect(await namesOf('audiences')).toEqual([])
})

const seed = async (name: string) =>
  await database.db.transaction(
    async (tx) =>
      await seedOnce(tx, { name, now }, async () => {
        await addDocuments(tx, {
          site,
          collection: 'pages',
          documents: [
            { key: 'about', name: 'About us', data: page },
            { key: 'faq', name: 'Questions', data: page },
          ],
          now,
        })
      }),
  )

test('a seeding is written once: what was changed or deleted since then stays so', async () => {
  expect(await seed('starter')).toBe(true)
  await database.db.update(siteDocuments).set({ name: 'Ours' }).where(eq(siteDocuments.key, 'about'))
  await database.db.delete(siteDocuments).where(eq(siteDocuments.key, 'faq'))
  expect(await seed('starter')).toBe(false)
  expect(await namesOf('pages')).toEqual(['Ours'])
})

test('another seeding leaves a document whose key is taken as it is', async () => {
  await add('pages', { key: 'about', name: 'Ours', data: page })
  expect(await seed('starter')).toBe(true)
  expect(await namesOf('pages')).toEqual(['Ours', 'Questions'])
})

test('servers that start at the same time write a seeding once', async () => {
  const written = await Promise.all(Array.from({ length: 8 }, async () => await seed('starter')))
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await namesOf('pages')).toHaveLength(2)
})

test('a seeding that failed is tried again', async () => {
  const failing = database.db.transaction(
    async (tx) =>
      await seedOnce(tx, { name: 'starter', now }, async () => {
        throw new Error('cut off')
      }),
  )
  await expect(failing).rejects.toThrow('cut off')
  expect(await seed('starter')).toBe(true)
})
