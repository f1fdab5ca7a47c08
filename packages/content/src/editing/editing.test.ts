import { createAccount } from '@freeor/accounts/commands'
import { auditLog } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBoard } from '../boards/commands.ts'
import { listBoards } from '../boards/queries.ts'
import type { BoardChange } from '../boards/schema.ts'
import { addDocuments } from '../commands.ts'
import type { ContentViewer } from '../permissions.ts'
import { findDocument, listDocuments } from '../queries.ts'
import { collectionNames } from '../schema.ts'
import { siteDocuments } from '../tables.ts'
import {
  addSiteDocument,
  type ContentEditor,
  deleteSiteDocument,
  restoreDocumentVersion,
  saveSiteDocument,
  thinDocumentVersions,
} from './commands.ts'
import { getDocumentVersion, getEdited, listDocumentVersions, listEdited } from './queries.ts'
import type { NewSiteDocument } from './schema.ts'

let database: TestDatabase
let clock: FakeClock
let admin: ContentEditor
let author: ContentEditor
let visitor: ContentEditor

const viewer: ContentViewer = { email: null, isSuperAdmin: false, isAuthor: false, orgAdminOf: [] }

async function addEditor(facts: Partial<ContentViewer> = {}): Promise<ContentEditor> {
  const email = `${newId('usr')}@people.example`
  const account = { email, name: 'An editor', passwordHash: 'none', now: clock.now() }
  const { userId } = await createAccount(database.db, account)
  const actor: UserActor = {
    ...{ kind: 'user', userId, email, name: 'An editor', emailVerified: true },
    ...{ superAdmin: facts.isSuperAdmin ?? false, sessionId: 'ses_x' },
  }
  return { actor, viewer: { ...viewer, email, ...facts } }
}

beforeAll(async () => {
  database = await testDatabase()
  clock = fakeClock('2026-05-04T09:00:00Z')
  admin = await addEditor({ isSuperAdmin: true })
  author = await addEditor({ isAuthor: true })
  visitor = await addEditor()
})
afterAll(async () => await database.close())

const deps = () => ({ db: database.db, clock })
const boardKey = { site: 'courses', collection: 'pages' } as const
const ofSite = { site: 'courses', collections: collectionNames } as const
const body = 'First paragraph of the page.\n\nSecond paragraph of the page.\n'

const page = (document: Partial<NewSiteDocument> = {}): NewSiteDocument => ({
  ...{ key: null, name: 'A page', description: '', themeColor: 'light' },
  data: { lead: 'What it is about', body },
  ...document,
})

async function addPage(): Promise<string> {
  const document = page({ key: newId('doc').replace('_', '-').slice(0, 40) })
  return (await addSiteDocument(deps(), admin, { boardKey, document })).id
}

const save = async (
  by: ContentEditor,
  id: string,
  change: Parameters<typeof saveSiteDocument>[2]['change'],
) => await saveSiteDocument(deps(), by, { id, change })
const refused = async (work: Promise<unknown>) =>
  await work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const permit = async (permissions: BoardChange['permissions']) =>
  await changeBoard(deps(), boardKey, { actor: admin.actor, viewer: admin.viewer, change: { permissions } })

test('two editors of one text keep both changes; of the same words the second is told both', async () => {
  const id = await addPage()
  const first = await save(admin, id, { version: 1, data: { body: body.replace('First', 'Opening') } })
  expect(first.version).toBe(2)
  const merged = await save(admin, id, { version: 1, data: { body: body.replace('Second', 'Closing') } })
  expect(merged.data.body).toBe(body.replace('First', 'Opening').replace('Second', 'Closing'))
  const clash = saveSiteDocument(deps(), admin, {
    id,
    change: { version: 1, data: { body: body.replace('First', 'Another') } },
  })
  await expect(clash).rejects.toMatchObject({
    code: 'conflict',
    details: {
      conflicts: ['data.body'],
      theirs: { data: merged.data },
      yours: { data: { body: body.replace('First', 'Another') } },
    },
  })
  expect((await getEdited(database.db, id, admin.viewer)).version).toBe(3)
})

test('a save that changes nothing is no version, and saves at once lose nothing', async () => {
  const id = await addPage()
  expect((await save(admin, id, { version: 1, name: 'A page' })).version).toBe(1)
  await Promise.all([
    save(admin, id, { version: 1, name: 'Another name' }),
    save(admin, id, { version: 1, description: 'What search engines show' }),
    save(admin, id, { version: 1, favorite: true }),
  ])
  const now = await getEdited(database.db, id, admin.viewer)
  expect(now).toMatchObject({
    version: 4,
    name: 'Another name',
    description: 'What search engines show',
    favorite: true,
  })
})

test('each save is in the history, and a restored version is a new one', async () => {
  const id = await addPage()
  await save(admin, id, { version: 1, data: { lead: 'Another lead' } })
  const restored = await restoreDocumentVersion(deps(), admin, { id, version: 1 })
  expect([restored.version, restored.data.lead]).toEqual([3, 'What it is about'])
  const { versions, hasMore } = await listDocumentVersions(database.db, admin.viewer, { id })
  expect(hasMore).toBe(false)
  expect(versions.map((one) => [one.version, one.changed, one.restoredFrom])).toEqual([
    [3, ['data.lead'], 1],
    [2, ['data.lead'], null],
    [1, [], null],
  ])
  expect(versions[0]?.by).toEqual({ uid: admin.actor.userId, name: 'An editor' })
  const second = await getDocumentVersion(database.db, admin.viewer, { id, version: 2 })
  expect(second.content.data.lead).toBe('Another lead')
  const missing = getDocumentVersion(database.db, admin.viewer, { id, version: 9 })
  expect(await refused(missing)).toBe('not_found')
})

test('what was there before the history began is its first version', async () => {
  const now = clock.now()
  const documents = [
    { key: 'seeded', name: 'Seeded', data: { lead: '', body: 'Written at the first start.' } },
  ]
  await addDocuments(database.db, { ...boardKey, documents, now })
  const [row] = await database.db.select().from(siteDocuments).where(eq(siteDocuments.key, 'seeded'))
  const id = row?.id ?? ''
  await save(admin, id, { version: 1, data: { body: 'Changed.' } })
  const first = await getDocumentVersion(database.db, admin.viewer, { id, version: 1 })
  expect([first.by, first.content.data.body]).toEqual([null, 'Written at the first start.'])
})

test('versions that are too close for their age are thinned, the first and the newest stay', async () => {
  const id = await addPage()
  for (const version of [1, 2, 3, 4]) {
    clock.advance(5_000)
    await save(admin, id, { version, data: { lead: `Lead of version ${version + 1}` } })
  }
  clock.advance(2 * 3_600_000)
  await thinDocumentVersions(deps())
  const { versions } = await listDocumentVersions(database.db, admin.viewer, { id })
  expect(versions.map(({ version }) => version)).toEqual([5, 1])
  // A save that began with a version that is gone is merged with the one before it.
  const late = await save(admin, id, { version: 3, name: 'Named by a late save' })
  expect([late.name, late.data.lead]).toEqual(['Named by a late save', 'Lead of version 5'])
})

test('fields that do not fit the collection are refused by name, and nothing is written', async () => {
  const id = await addPage()
  for (const data of [
    { body: 7 },
    { unknown: 'x' },
    { lead: null },
    { picture: { src: 'javascript:x', alt: 'x' } },
  ])
    expect(await refused(save(admin, id, { version: 1, data })), JSON.stringify(data)).toBe('invalid_request')
  expect((await getEdited(database.db, id, admin.viewer)).version).toBe(1)
  const document = page({ data: {} })
  expect(await refused(addSiteDocument(deps(), admin, { boardKey, document }))).toBe('invalid_request')
})

test('archiving keeps its time and hides the document from readers; a deleted one is gone with its history', async () => {
  const id = await addPage()
  const { key } = await getEdited(database.db, id, admin.viewer)
  const archived = await save(admin, id, { version: 1, archived: true })
  expect(archived._archived).toBe(clock.now().toISOString())
  expect(await findDocument(database.db, { ...boardKey, key: key ?? '' })).toBeUndefined()
  const back = await save(admin, id, { version: 2, archived: false })
  expect([back._archived, (await findDocument(database.db, { ...boardKey, key: key ?? '' }))?.id]).toEqual([
    null,
    id,
  ])
  await deleteSiteDocument(deps(), admin, id)
  expect(await refused(getEdited(database.db, id, admin.viewer))).toBe('not_found')
  const trail = await database.db.select().from(auditLog).where(eq(auditLog.objectId, id))
  expect(trail.map(({ action }) => action)).toEqual([
    'site_document.added',
    'site_document.changed',
    'site_document.changed',
    'site_document.deleted',
  ])
})

test('a key that is taken is a conflict, and the document that has it stays as it is', async () => {
  const id = await addPage()
  const { key } = await getEdited(database.db, id, admin.viewer)
  const document = page({ key, name: 'Another' })
  expect(await refused(addSiteDocument(deps(), admin, { boardKey, document }))).toBe('conflict')
  expect((await getEdited(database.db, id, admin.viewer)).name).toBe('A page')
})

test('a user who may do nothing gets the answer of a missing id for everything, and a list grants what it names', async () => {
  const id = await addPage()
  const change = { version: 1, name: 'Taken over' }
  const document = page()
  const tries = (by: ContentEditor, of: string) => [
    getEdited(database.db, of, by.viewer),
    listEdited(database.db, boardKey, by.viewer),
    listDocumentVersions(database.db, by.viewer, { id: of }),
    getDocumentVersion(database.db, by.viewer, { id: of, version: 1 }),
    save(by, of, change),
    restoreDocumentVersion(deps(), by, { id: of, version: 1 }),
    deleteSiteDocument(deps(), by, of),
    addSiteDocument(deps(), by, { boardKey, document }),
  ]
  const outcomes = async (by: ContentEditor, of = id) => await Promise.all(tries(by, of).map(refused))
  for (const by of [author, visitor])
    expect(new Set([...(await outcomes(by)), ...(await outcomes(by, 'doc_none'))])).toEqual(
      new Set(['not_found']),
    )
  expect(await listBoards(database.db, ofSite, visitor.viewer)).toEqual([])

  await permit({ read: ['anyone'], write: ['author'], delete: ['super-admin'] })
  expect(await listBoards(database.db, ofSite, author.viewer)).toMatchObject([
    { collection: 'pages', may: { write: true, delete: false, manage: false } },
  ])
  expect((await save(author, id, { version: 1, name: 'By an author' })).name).toBe('By an author')
  expect(await refused(deleteSiteDocument(deps(), author, id))).toBe('forbidden')
  expect(await refused(save(visitor, id, change))).toBe('not_found')
  await permit({ read: ['anyone'], write: [], delete: [] })
  expect(await refused(save(author, id, change))).toBe('not_found')
  expect((await save(admin, id, { version: 2, name: 'By a super admin' })).name).toBe('By a super admin')
})

test('a board keeps its name, colour, favourite and the time it was archived; its documents are read on', async () => {
  await addPage()
  const change = { name: 'Texts', themeColor: 'info', favorite: true, archived: true } as const
  const board = await changeBoard(deps(), boardKey, { actor: admin.actor, viewer: admin.viewer, change })
  expect(board).toMatchObject({ ...change, _archived: clock.now().toISOString() })
  expect(board.documents).toBeGreaterThan(0)
  const boards = await listBoards(database.db, ofSite, admin.viewer)
  expect(boards.map(({ collection }) => collection)).toContain('bios')
  expect(boards.find(({ collection }) => collection === 'pages')).toEqual(board)
  expect((await listDocuments(database.db, boardKey)).length).toBeGreaterThan(0)
})
