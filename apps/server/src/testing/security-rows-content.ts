import { Readable } from 'node:stream'
import { addDocuments } from '@freeor/content/commands'
import { documentPictureKey } from '@freeor/content/pictures/commands'
import { contentBoards, siteDocuments, siteDocumentVersions } from '@freeor/content/tables'
import { newId } from '@freeor/kernel/ids'
import { and, eq } from 'drizzle-orm'
import type { Person } from './people.ts'
import type { Row, SecurityFixture } from './security-row.ts'

const site = 'leads'
const collection = 'pages'

/** Adds a page of the site once; its key names it. */
async function addPage({ deps }: SecurityFixture): Promise<string> {
  const key = 'about'
  const data = { lead: 'Who makes these pages.', body: 'We are **three** people.' }
  const documents = [{ key, name: 'About us', description: 'Who we are', data }]
  await addDocuments(deps.db, { site, collection, documents, now: deps.clock.now() })
  return key
}

const board = { site, collection: 'faq' }
const question = { group: 'Searching', order: 1, answer: 'By state, county, city or ZIP.' }

/** A question with an answer, which this person alone may edit; super admins may always. */
async function addQuestion({ deps }: SecurityFixture, { email }: Person): Promise<string> {
  const { db, clock } = deps
  const [now, key] = [clock.now(), newId('doc').replace('_', '-')]
  const permissions = { read: ['anyone'], write: [email], delete: [email] }
  await db
    .insert(contentBoards)
    .values({ ...board, permissions, updatedAt: now })
    .onConflictDoUpdate({ target: [contentBoards.site, contentBoards.collection], set: { permissions } })
  const documents = [{ key, name: 'How do I search?', data: question }]
  await addDocuments(db, { site, collection: 'faq', documents, now })
  const isAdded = and(eq(siteDocuments.collection, 'faq'), eq(siteDocuments.key, key))
  const [row] = await db.select({ id: siteDocuments.id }).from(siteDocuments).where(isAdded)
  return row?.id ?? ''
}

const documentParams = async (fixture: SecurityFixture, as: Person) => ({
  params: { documentId: await addQuestion(fixture, as) },
})

/** A question that was changed once. */
async function versionParams(fixture: SecurityFixture, as: Person) {
  const documentId = await addQuestion(fixture, as)
  const content = {
    ...{
      name: 'How does one search?',
      description: '',
      themeColor: 'light',
      favorite: false,
      archived: false,
    },
    data: question,
  }
  const version = { documentId, version: 1, content, changed: [], createdAt: fixture.deps.clock.now() }
  await fixture.deps.db.insert(siteDocumentVersions).values(version)
  return { params: { documentId, version: '1' } }
}

/** The rows of what the public pages are made of. */
export const contentRows: Readonly<Record<string, Row>> = {
  listDocuments: {
    sample: async (fixture) => {
      await addPage(fixture)
      return { params: { site, collection } }
    },
  },
  listBoards: { sample: () => ({ query: { site } }) },
  changeBoard: { sample: () => ({ params: board, body: { name: 'Questions and answers' } }) },
  listBoardDocuments: {
    ofSite: true,
    async sample(fixture, as) {
      await addQuestion(fixture, as)
      return { params: board }
    },
  },
  addSiteDocument: {
    ofSite: true,
    async sample(fixture, as) {
      await addQuestion(fixture, as)
      return { params: board, body: { name: 'What does it cost?', data: question } }
    },
  },
  readSiteDocument: { ofSite: true, sample: documentParams },
  saveSiteDocument: {
    ofSite: true,
    sample: async (fixture, as) => ({
      ...(await documentParams(fixture, as)),
      body: { version: 1, name: 'How does one search?', data: { order: 2 } },
    }),
  },
  deleteSiteDocument: { ofSite: true, sample: documentParams },
  listDocumentVersions: { ofSite: true, sample: documentParams },
  readDocumentVersion: { ofSite: true, sample: versionParams },
  restoreDocumentVersion: { ofSite: true, sample: versionParams },
  exportSitePackage: { sample: () => ({ params: { site } }) },
  // No bytes are sent: that is no package.
  importSitePackage: { sample: () => ({ query: { site } }), orElse: 422 },
  keepDocumentPreview: {
    ofSite: true,
    async sample(fixture, as) {
      const documentId = await addQuestion(fixture, as)
      return { params: { ...board, documentId }, body: { name: 'How does one search?', data: question } }
    },
  },
  uploadDocumentPicture: {
    ofSite: true,
    async sample(fixture, as) {
      await addQuestion(fixture, as)
      return { query: { ...board, name: 'library.gif' } }
    },
    // No bytes are sent: that is no picture.
    orElse: 422,
  },
  fetchDocumentPicture: {
    sample: async ({ deps }) => {
      const fileName = 'abcdefghijklmnop-library.gif'
      await deps.files.write(documentPictureKey(site, fileName), Readable.from([Buffer.of(1)]))
      return { params: { site, fileName } }
    },
  },
  readIntroductionVideo: { sample: () => ({}) },
  readDocument: {
    sample: async (fixture) => ({ params: { site, collection, key: await addPage(fixture) } }),
  },
}
