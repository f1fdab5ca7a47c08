import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { keepPicture } from '@freeor/storage/pictures/keep-picture'
import { openPackage } from '@freeor/storage/zip/open-package'
import { and, eq, inArray } from 'drizzle-orm'
import { type ContentEditor, insertDocument, writeVersion } from '../editing/commands.ts'
import { tellContent } from '../live/content-notices.ts'
import { documentPictureFolder, documentPicturePath } from '../pictures/commands.ts'
import type { Collection } from '../schema.ts'
import { contentBoards, siteDocuments } from '../tables.ts'
import type {
  ArchivedBoard,
  ArchivedCollection,
  ArchivedDocument,
  ArchivedSite,
  SiteArchiveDeps,
} from './ports.ts'
import { toArchivedBoard, toArchivedDocument } from './queries.ts'
import type { SiteImportAnswer, SiteImportQuery } from './schema.ts'
import { packedPictures, readSiteFiles, unpackPictures } from './site-files.ts'

/** Undoes a transaction that was only asked what it would do. */
class DryRun extends Error {
  override readonly name = 'DryRun'
}

/**
 * Makes the content of a site what a package says, each changed document as a new version. Documents are found again by
 * their address, those without one by their name. All of it comes in, or nothing is left behind. The caller asks for a
 * super admin.
 * @param bytes read only once the user may
 * @throws AppError invalid_request for a package that is damaged, hostile or wrong, naming the file
 */
export async function importSitePackage(
  deps: SiteArchiveDeps,
  editor: ContentEditor,
  { query, bytes }: { readonly query: SiteImportQuery; readonly bytes: () => Promise<Uint8Array> },
): Promise<SiteImportAnswer> {
  const { text, pictures } = await openPackage(await bytes())
  const site = readSiteFiles(text, query.site)
  const written: string[] = []
  let answer: SiteImportAnswer | undefined
  try {
    const placed = await keepPictures(deps, editor, { site, pictures, written })
    await deps.db.transaction(async (tx) => {
      answer = await writeSite(tx, deps, { editor, site: placed, missing: query.missing })
      if (query.dry) throw new DryRun()
      await recordAudit(tx, {
        ...{ action: 'site_package.imported', now: deps.clock.now(), actorUserId: editor.actor.userId },
        ...{ objectType: 'site', objectId: query.site, details: summaryOf(answer) },
      })
    })
  } catch (error) {
    for (const key of written) await deps.files.remove(key)
    if (!(error instanceof DryRun)) throw error
  }
  if (!answer) throw new AppError('internal', 'The package was not written')
  const { collections } = site
  if (!query.dry)
    for (const { collection } of collections) tellContent(deps.live, { site: query.site, collection })
  return { ...answer, pictures: packedPictures(site).length }
}

const summaryOf = ({ added, changed, missing, boards }: SiteImportAnswer) => ({
  ...{ added: added.length, changed: changed.length, missing: missing.length, boards: boards.length },
})

type Unpacked = {
  readonly site: ArchivedSite
  readonly pictures: ReadonlyMap<string, Buffer>
  /** Filled with the keys of files that were not there before. */
  readonly written: string[]
}

async function keepPictures(
  deps: SiteArchiveDeps,
  { actor }: ContentEditor,
  { site, pictures, written }: Unpacked,
): Promise<ArchivedSite> {
  const paths = new Map<string, string>()
  for (const fileName of packedPictures(site)) {
    const bytes = pictures.get(fileName)
    if (!bytes) continue
    const folder = documentPictureFolder(site.site)
    const picture = { userId: actor.userId, folder, fileName, bytes }
    const kept = await keepPicture(deps, picture).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'invalid_request'
        ? new AppError('invalid_request', `pictures/${fileName}: ${error.message}`)
        : error
    })
    written.push(...kept.written)
    paths.set(fileName, documentPicturePath(site.site, kept.fileName))
  }
  return unpackPictures(site, (fileName) => paths.get(fileName))
}

type Writing = {
  readonly editor: ContentEditor
  readonly site: ArchivedSite
  readonly missing: SiteImportQuery['missing']
}

type Counted = { -readonly [K in keyof SiteImportAnswer]: SiteImportAnswer[K] }

async function writeSite(
  tx: Tx,
  { clock }: SiteArchiveDeps,
  { editor, site, missing }: Writing,
): Promise<SiteImportAnswer> {
  const counted: Counted = { added: [], changed: [], same: 0, missing: [], boards: [], pictures: 0 }
  const now = clock.now()
  for (const one of site.collections) {
    const boardKey = { site: site.site, collection: one.collection }
    if (one.board && (await writeBoard(tx, { boardKey, board: one.board, now })))
      counted.boards.push(one.collection)
    await writeDocuments(tx, { editor, now, boardKey, one, counted, missing })
  }
  return counted
}

type BoardKey = { readonly site: Site; readonly collection: Collection }

/** @returns whether it changed */
async function writeBoard(
  tx: Tx,
  {
    boardKey,
    board,
    now,
  }: { readonly boardKey: BoardKey; readonly board: ArchivedBoard; readonly now: Date },
): Promise<boolean> {
  const isThis = and(eq(contentBoards.site, boardKey.site), eq(contentBoards.collection, boardKey.collection))
  const [row] = await tx.select().from(contentBoards).where(isThis).for('update')
  if (row && isSame(toArchivedBoard(row), board)) return false
  const { archived, ...fields } = board
  const set = { ...fields, archivedAt: archived === null ? null : new Date(archived), updatedAt: now }
  await tx
    .insert(contentBoards)
    .values({ ...boardKey, ...set })
    .onConflictDoUpdate({ target: [contentBoards.site, contentBoards.collection], set })
  return true
}

type Row = typeof siteDocuments.$inferSelect
type WritingDocuments = {
  readonly editor: ContentEditor
  readonly now: Date
  readonly boardKey: BoardKey
  readonly one: ArchivedCollection
  readonly counted: Counted
  readonly missing: SiteImportQuery['missing']
}

async function writeDocuments(tx: Tx, writing: WritingDocuments): Promise<void> {
  const { boardKey, one, counted, missing, editor, now } = writing
  const isThere = and(
    eq(siteDocuments.site, boardKey.site),
    eq(siteDocuments.collection, boardKey.collection),
  )
  const rows = await tx.select().from(siteDocuments).where(isThere).orderBy(siteDocuments.id).for('update')
  const left = new Set(rows)
  for (const document of one.documents) {
    const row = findAgain(left, document)
    if (row) left.delete(row)
    const named = { collection: boardKey.collection, name: document.name }
    const archivedAt = document.archived === null ? null : new Date(document.archived)
    const { archived: _, ...fields } = document
    if (!row) {
      const added = { ...fields, archivedAt, data: { ...document.data } }
      await insertDocument(tx, { boardKey, document: added, actor: editor.actor, now })
      counted.added.push(named)
    } else if (isSame(toArchivedDocument(row), document)) counted.same += 1
    else {
      const { key: __, ...content } = { ...fields, archived: archivedAt !== null }
      await writeVersion(tx, row, { content, archivedAt, actor: editor.actor, now })
      counted.changed.push(named)
    }
  }
  counted.missing.push(...[...left].map(({ name }) => ({ collection: boardKey.collection, name })))
  if (missing === 'keep' || left.size === 0) return
  const ids = [...left].map(({ id }) => id)
  await tx.delete(siteDocuments).where(inArray(siteDocuments.id, ids))
}

/** By its address; without one by what it is, and then by its name. */
function findAgain(rows: ReadonlySet<Row>, document: ArchivedDocument): Row | undefined {
  const among = [...rows]
  if (document.key !== null) return among.find(({ key }) => key === document.key)
  const named = among.filter(({ key, name }) => key === null && name === document.name)
  return named.find((row) => isSame(toArchivedDocument(row), document)) ?? named[0]
}

/** Whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
