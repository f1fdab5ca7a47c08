import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createAccount } from '@freeor/accounts/commands'
import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import { openFolderStore } from '@freeor/storage/folder'
import { compileImage } from '@freeor/storage/pictures/compile-image'
import type { FileStore } from '@freeor/storage/ports'
import { openPackage } from '@freeor/storage/zip/open-package'
import { readAll, writeZip, type ZipEntry } from '@freeor/storage/zip/write-zip'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBoard } from '../boards/commands.ts'
import { addDocuments } from '../commands.ts'
import { documentPictureKey, documentPicturePath } from '../pictures/commands.ts'
import { listDocuments } from '../queries.ts'
import { siteDocuments, siteDocumentVersions } from '../tables.ts'
import { importSitePackage } from './commands.ts'
import { exportSitePackage } from './queries.ts'
import type { SiteImportQuery } from './schema.ts'

const site = 'courses'
const picture = 'abcdefghijklmnop-ada.gif'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'

type Installation = {
  readonly database: TestDatabase
  readonly files: FileStore
  readonly clock: FakeClock
  readonly actor: UserActor
}
const folders: string[] = []
const installations: Installation[] = []
async function openInstallation(): Promise<Installation> {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'freeor-site-package-'))
  folders.push(folder)
  const clock = fakeClock('2026-05-04T09:00:00Z')
  const email = `${newId('usr')}@people.example`
  const account = { email, name: 'One', passwordHash: 'none', now: clock.now() }
  const { userId } = await createAccount(database.db, account)
  const actor: UserActor = {
    ...{
      kind: 'user',
      userId,
      email,
      name: 'One',
      emailVerified: true,
      superAdmin: true,
      sessionId: 'ses_x',
    },
  }
  const made = { database, files: openFolderStore(folder), clock, actor }
  installations.push(made)
  return made
}

let home: Installation
let other: Installation
const images = openLimiter({ concurrency: 2, queue: 50 })
const depsOf = ({ database: { db }, clock, files }: Installation) => ({ db, clock, files, images })
const viewer = { email: null, isSuperAdmin: true, isAuthor: false, orgAdminOf: [] }

beforeAll(async () => {
  home = await openInstallation()
  other = await openInstallation()
  const { db } = home.database
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const { bytes } = await compileImage(gif)
  await home.files.write(documentPictureKey(site, picture), Readable.from([bytes]))
  const src = documentPicturePath(site, picture)
  const now = home.clock.now()
  const person = { group: 'Staff', order: 1, role: 'Editor', isSample: true } as const
  await addDocuments(db, {
    ...{ site, collection: 'bios', now },
    documents: [
      { key: 'ada', name: 'Ada', data: { ...person, about: 'A **reader**.', picture: { src, alt: 'Ada' } } },
    ],
  })
  const question = { group: 'All', order: 1 }
  await addDocuments(db, {
    ...{ site, collection: 'faq', now },
    documents: [
      { name: 'Why?', data: { ...question, answer: `First.\r\n\n![Here](${src})` } },
      { name: 'Why?', data: { ...question, answer: 'Second.' } },
      { name: '???', data: { ...question, answer: '' } },
    ],
  })
  await db.update(siteDocuments).set({ archivedAt: now, favorite: true }).where(eq(siteDocuments.name, '???'))
  const permissions = { read: ['anyone'], write: ['author'], delete: [] }
  const change = { name: 'People', archived: true, permissions }
  await changeBoard(depsOf(home), { site, collection: 'bios' }, { actor: home.actor, viewer, change })
})
afterAll(async () => {
  for (const { database } of installations) await database.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const take = async (at = home) => await readAll(writeZip(await exportSitePackage(depsOf(at), site)))
const bring = async (at: Installation, bytes: Uint8Array, query: Partial<SiteImportQuery> = {}) =>
  await importSitePackage(
    depsOf(at),
    { actor: at.actor, viewer },
    { query: { site, missing: 'keep', dry: false, ...query }, bytes: async () => bytes },
  )

test('a site goes out, into another installation and out again as the same bytes', async () => {
  const out = await take()
  expect((await take()).equals(out)).toBe(true)
  other.clock.advance(3_600_000)
  const came = await bring(other, out)
  expect([came.added.length, came.changed, came.same, came.missing, came.boards, came.pictures]).toEqual([
    ...[4, [], 0, [], ['bios'], 1],
  ])
  expect((await take(other)).equals(out)).toBe(true)
  const again = await bring(other, out)
  expect([again.added, again.changed, again.same, again.boards]).toEqual([[], [], 4, []])
  const [ada] = await listDocuments(other.database.db, { site, collection: 'bios' })
  expect(ada?.data.picture).toEqual({ src: documentPicturePath(site, picture), alt: 'Ada' })
  const { text } = await openPackage(out)
  expect(text('faq/why/answer.md')).toContain(`(pictures/${picture})`)
  expect(text('bios/ada/about.md')).toBe('A **reader**.')
})

test('a change comes back as a version, and what the package has not is kept unless it is to be deleted', async () => {
  const out = await take()
  const at = await openInstallation()
  const { db } = at.database
  const page = { lead: '', body: 'Ours alone' }
  const person = { group: 'Staff', order: 9, role: 'Reader', about: 'Before', isSample: true } as const
  const now = at.clock.now()
  await addDocuments(db, {
    site,
    collection: 'pages',
    documents: [{ key: 'own', name: 'Own', data: page }],
    now,
  })
  await addDocuments(db, {
    ...{ site, collection: 'bios', now },
    documents: [
      { key: 'ada', name: 'Ada', data: person },
      { key: 'bob', name: 'Bob', data: person },
    ],
  })
  const asked = await bring(at, out, { dry: true, missing: 'delete' })
  expect([asked.added.length, asked.changed, asked.missing]).toEqual([
    3,
    [{ collection: 'bios', name: 'Ada' }],
    [{ collection: 'bios', name: 'Bob' }],
  ])
  expect((await listDocuments(db, { site, collection: 'bios' })).map(({ data }) => data.order)).toEqual([
    9, 9,
  ])
  expect(await at.files.stat(documentPictureKey(site, picture))).toBeUndefined()
  await bring(at, out)
  expect((await listDocuments(db, { site, collection: 'bios' })).map(({ name }) => name)).toEqual([
    'Ada',
    'Bob',
  ])
  const [ada] = await db.select().from(siteDocuments).where(eq(siteDocuments.key, 'ada'))
  const versions = await db
    .select({ version: siteDocumentVersions.version })
    .from(siteDocumentVersions)
    .where(eq(siteDocumentVersions.documentId, ada?.id ?? ''))
  expect(versions).toHaveLength(2)
  await bring(at, out, { missing: 'delete' })
  expect((await listDocuments(db, { site, collection: 'bios' })).map(({ name }) => name)).toEqual(['Ada'])
  // Collections that the package does not name are not its own.
  expect(await listDocuments(db, { site, collection: 'pages' })).toHaveLength(1)
})

/** The package with one of its files replaced. */
async function spoiled(name: string, content: string | Buffer): Promise<Buffer> {
  const entries = await exportSitePackage(depsOf(home), site)
  expect(entries.map((entry) => entry.name)).toContain(name)
  return await readAll(
    writeZip(
      entries.map((entry): ZipEntry => (entry.name === name ? { name, bytes: Buffer.from(content) } : entry)),
    ),
  )
}

test.each([
  ['site.json', '{"format":"freeor-course"}', /site\.json/],
  [
    'site.json',
    JSON.stringify({ format: 'freeor-site', version: 1, site: 'leads', collections: [] }),
    /of the site/,
  ],
  ['bios/ada/document.json', '{"key":"../x"}', /bios\/ada\/document\.json: key/],
  ['faq/why/document.json', '[]', /faq\/why\/document\.json/],
  [`pictures/${picture}`, 'GIF89a no picture', /pictures\/.*ada\.gif/],
])(
  'a package whose %s is wrong is refused by the name of the file, and nothing is left behind',
  async (name, content, message) => {
    const at = await openInstallation()
    await expect(bring(at, await spoiled(name, content))).rejects.toThrow(message)
    expect(await at.database.db.$count(siteDocuments)).toBe(0)
    expect(await at.files.stat(documentPictureKey(site, picture))).toBeUndefined()
  },
)

test('a drawing that would run something is written anew under its own name or another one', async () => {
  const at = await openInstallation()
  const hostile = drawing.replace('<circle', '<script>alert(1)</script><circle')
  const bytes = await spoiled(`pictures/${picture}`, hostile)
  const came = await bring(at, bytes)
  expect(came.pictures).toBe(1)
  for await (const { key } of at.files.list('content/'))
    expect((await readAll(await at.files.read(key))).includes('script'), key).toBe(false)
})
