import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { dropLimits } from './limits.ts'
import { noteAnswer } from './note-answer.ts'
import type { DropDeps } from './ports.ts'
import { type Cycle, countStatuses } from './queries.ts'
import { type ArchiveFile, type ArchiveItem, ArchiveProblem, readArchive } from './read-archive.ts'
import { dropCycles, dropFiles, dropItems } from './tables.ts'

const archivePrefix = (cycleId: string) => `drop/${cycleId}/`

/**
 * Fetches the lists. The archive is stored as a whole before anything else: the state gives it once, and answers 409 to
 * whoever asks again.
 */
export async function fetchLists(deps: DropDeps, cycle: Cycle): Promise<boolean> {
  const stored = await findArchive(deps.store, cycle.id)
  if (stored) return await takeArchive(deps, cycle, stored)
  const { db, clock, api, store } = deps
  if (!api) return false
  const answer = await api.download()
  await deps.faults?.('drop-asked')
  switch (answer.kind) {
    case 'archive': {
      try {
        await store.write(`${archivePrefix(cycle.id)}${answer.name}`, answer.body)
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        await noteAnswer(deps, cycle, {
          seconds: dropLimits.retrySeconds,
          message: `The archive broke off: ${text}`,
        })
        return false
      }
      await deps.faults?.('drop-stored')
      return await fetchLists(deps, cycle)
    }
    case 'nothing': {
      const now = clock.now()
      await db
        .update(dropCycles)
        .set({
          ...{ state: 'reported', downloadedAt: now, matchedAt: now, removedAt: now, reportedAt: now },
          ...{ problem: answer.message, nextAt: null },
        })
        .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'requested')))
      return false
    }
    case 'unfinished':
      await stick(
        db,
        cycle,
        `${answer.message} Load the archive that support sends with: freeor drop load FILE`,
      )
      return false
    case 'refused':
      await noteAnswer(deps, cycle, { seconds: dropLimits.refusedSeconds, message: answer.message })
      return false
    default:
      await noteAnswer(deps, cycle, answer)
      return false
  }
}

export async function stick(tx: Tx, cycle: Pick<Cycle, 'id'>, problem: string): Promise<void> {
  await tx.update(dropCycles).set({ state: 'stuck', problem }).where(eq(dropCycles.id, cycle.id))
}

type Archive = { readonly name: string; readonly bytes: Buffer }

async function findArchive(store: FileStore, cycleId: string): Promise<Archive | undefined> {
  for await (const { key } of store.list(archivePrefix(cycleId))) {
    const bytes = await buffer(await store.read(key))
    return { name: key.slice(archivePrefix(cycleId).length), bytes }
  }
  return undefined
}

/** Stores the items, all in one transaction: of an archive with a row that can't be read, none. */
async function takeArchive(deps: DropDeps, cycle: Cycle, { name, bytes }: Archive): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  try {
    await db.transaction(async (tx) => {
      const taken = await tx
        .update(dropCycles)
        .set({
          ...{ state: 'downloaded', downloadedAt: now, archiveName: name, archiveBytes: bytes.length },
          archiveSha256: createHash('sha256').update(bytes).digest('hex'),
          ...{ problem: null, nextAt: null },
        })
        .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'requested')))
        .returning({ id: dropCycles.id })
      if (taken.length === 0) return
      let withdrawn = 0
      for await (const file of readArchive(bytes)) {
        if (file.list === 'Removed') withdrawn += await withdraw(tx, file, now)
        else await storeItems(tx, cycle.id, file)
      }
      await tx
        .update(dropCycles)
        .set({ withdrawn, items: await countStatuses(tx, cycle.id) })
        .where(eq(dropCycles.id, cycle.id))
    })
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    await stick(db, cycle, `The archive can't be read. ${error.message}`)
    return false
  }
  await deps.faults?.('drop-downloaded')
  return true
}

const ITEMS_A_STATEMENT = 20_000

async function inBlocks(
  items: Iterable<ArchiveItem>,
  work: (block: readonly ArchiveItem[]) => Promise<number>,
): Promise<number> {
  let [block, done]: [ArchiveItem[], number] = [[], 0]
  for (const item of items) {
    block.push(item)
    if (block.length < ITEMS_A_STATEMENT) continue
    done += await work(block)
    block = []
  }
  return block.length > 0 ? done + (await work(block)) : done
}

async function storeItems(tx: Tx, cycleId: string, { name, list, items }: ArchiveFile): Promise<void> {
  let read = 0
  const stored = await inBlocks(items(), async (block) => {
    read += block.length
    const { rowCount } = await tx.execute(sql`
      INSERT INTO ${dropItems} (cycle_id, file, item_id, list, hash)
      SELECT ${cycleId}, ${name}, item_id, ${list}, hash
      FROM unnest(${sql.param(block.map(({ itemId }) => itemId))}::text[], ${sql.param(block.map(({ hash }) => hash))}::text[]) AS item(item_id, hash)
      ON CONFLICT DO NOTHING`)
    return rowCount ?? 0
  })
  if (stored < read) throw new ArchiveProblem(`${name}: It names a work item twice.`)
  if (list !== 'Removed') await tx.insert(dropFiles).values({ cycleId, name, list, items: stored })
}

/** Notes which items of earlier cycles consumers took back. @returns how many */
async function withdraw(tx: Tx, { items }: ArchiveFile, now: Date): Promise<number> {
  return await inBlocks(items(), async (block) => {
    const { rowCount } = await tx
      .update(dropItems)
      .set({ withdrawnAt: now })
      .where(
        and(
          isNull(dropItems.withdrawnAt),
          sql`(${dropItems.itemId}, ${dropItems.hash}, ${dropItems.list}) IN (SELECT * FROM unnest(
            ${sql.param(block.map(({ itemId }) => itemId))}::text[], ${sql.param(block.map(({ hash }) => hash))}::text[],
            ${sql.param(block.map(({ list }) => list))}::text[]))`,
        ),
      )
    return rowCount ?? 0
  })
}

/** The archive is not needed any more once everything of it is reported. */
export async function removeArchive(store: FileStore, cycleId: string): Promise<void> {
  for await (const { key } of store.list(archivePrefix(cycleId))) await store.remove(key)
}

/** Keeps an archive that came another way, e.g. from the state's support, for the open cycle. */
export async function keepArchive(
  store: FileStore,
  cycleId: string,
  { name, bytes }: Archive,
): Promise<void> {
  await removeArchive(store, cycleId)
  await store.write(`${archivePrefix(cycleId)}${name}`, Readable.from([bytes]))
}
