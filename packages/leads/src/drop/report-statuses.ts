import { createHash } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { removeArchive, stick } from './fetch-lists.ts'
import { dropLimits } from './limits.ts'
import { noteAnswer } from './note-answer.ts'
import type { DropDeps, StatusFile, UploadKind } from './ports.ts'
import { type Cycle, type Item, readItems } from './queries.ts'
import { dropCycles, dropFiles, dropItems, dropUploads } from './tables.ts'

const ITEMS_A_STATEMENT = 50_000

/** Sends the statuses of each list. What is accepted is noted file by file, and is not sent again. */
export async function reportStatuses(deps: DropDeps, cycle: Cycle): Promise<boolean> {
  const { db, clock, store } = deps
  const files = await db
    .select()
    .from(dropFiles)
    .where(and(eq(dropFiles.cycleId, cycle.id), gt(dropFiles.items, 0)))
    .orderBy(asc(dropFiles.name))
  for (const { name, items } of files) {
    const parts = Math.ceil(items / dropLimits.itemsAFile)
    let part = 0
    for await (const block of readItems(db, cycle.id, { file: name, block: dropLimits.itemsAFile })) {
      part++
      const sent = { file: name, name: parts > 1 ? withSuffix(name, `part${pad(part)}`) : name, items: block }
      if (!(await sendPart(deps, cycle, { ...sent, kind: 'upload' }))) return false
    }
  }
  const now = clock.now()
  await db
    .update(dropCycles)
    .set({ state: 'reported', reportedAt: now, problem: null, nextAt: null })
    .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'removed')))
  await removeArchive(store, cycle.id)
  return false
}

export const pad = (number: number): string => String(number).padStart(2, '0')

/** `20260312_4821_Email.csv` -> `20260312_4821_Email_part01.csv`. */
export const withSuffix = (name: string, suffix: string): string =>
  `${name.replace(/(_(?:NDZ|Email|Phone|MAID|NameVIN|CTVID)).*[.]csv$/, '$1')}_${suffix}.csv`

const fileOf = (name: string, items: readonly Item[]): StatusFile => {
  const rows = items
    .filter(({ status }) => status !== null)
    .map(({ itemId, status }) => `${itemId},${status}\n`)
  return { name, bytes: Buffer.from(`Id,Status\n${rows.join('')}`) }
}

export type Part = {
  readonly kind: UploadKind
  readonly file: string
  readonly name: string
  readonly items: readonly Item[]
}

/**
 * Sends one file. It is noted before: of a file that was sent and whose answer got lost, the state says the next time
 * that it has it, or that the batch is closed.
 * @returns whether the state has it
 */
export async function sendPart(deps: DropDeps, cycle: Pick<Cycle, 'id'>, part: Part): Promise<boolean> {
  const { db, api } = deps
  if (!api) return false
  const { kind, name, items } = part
  const file = fileOf(name, items)
  const upload = await noteAttempt(
    deps,
    cycle.id,
    part,
    createHash('sha256').update(file.bytes).digest('hex'),
  )
  if (upload.acceptedAt) return true
  const answer = await api.send(kind, file)
  await deps.faults?.('drop-sent')
  const wasSent = upload.attempts > 1
  switch (answer.kind) {
    case 'read': {
      const rejected = answer.rejected.find(({ fileName }) => fileName === name)
      const isThere = answer.accepted.includes(name)
      const isKnown = wasSent && rejected !== undefined && /already uploaded/i.test(rejected.message)
      if (isThere || isKnown)
        return await noteAccepted(deps, cycle.id, part, rejected?.message ?? answer.message)
      await stick(db, cycle, `${name}: ${rejected?.message ?? answer.message}`)
      return false
    }
    case 'closed':
      if (wasSent) return await noteAccepted(deps, cycle.id, part, answer.message)
      await stick(db, cycle, answer.message)
      return false
    case 'refused':
      await noteAnswer(deps, cycle, { seconds: dropLimits.refusedSeconds, message: answer.message })
      return false
    default:
      await noteAnswer(deps, cycle, answer)
      return false
  }
}

async function noteAttempt(
  { db }: DropDeps,
  cycleId: string,
  { kind, name, items }: Part,
  sha256: string,
): Promise<typeof dropUploads.$inferSelect> {
  const [upload] = await db
    .insert(dropUploads)
    .values({ cycleId, name, kind, items: items.length, sha256, attempts: 1 })
    .onConflictDoUpdate({
      target: [dropUploads.cycleId, dropUploads.name],
      set: {
        attempts: sql`${dropUploads.attempts} + 1`,
        sha256: sql`CASE WHEN ${dropUploads.acceptedAt} IS NULL THEN ${sha256} ELSE ${dropUploads.sha256} END`,
      },
    })
    .returning()
  if (!upload) throw new Error('The attempt was not noted')
  return upload
}

async function noteAccepted(
  deps: DropDeps,
  cycleId: string,
  { file, name, items }: Part,
  answer: string,
): Promise<true> {
  const { db, clock } = deps
  await db.transaction(async (tx) => {
    await tx
      .update(dropUploads)
      .set({ acceptedAt: clock.now(), answer })
      .where(and(eq(dropUploads.cycleId, cycleId), eq(dropUploads.name, name)))
    for (let at = 0; at < items.length; at += ITEMS_A_STATEMENT) {
      const block = items.slice(at, at + ITEMS_A_STATEMENT)
      const ids = sql.param(block.map(({ itemId }) => itemId))
      const statuses = sql.param(block.map(({ status }) => status))
      await tx.execute(sql`UPDATE ${dropItems} SET reported = sent.status
        FROM unnest(${ids}::text[], ${statuses}::smallint[]) AS sent(item_id, status)
        WHERE ${eq(dropItems.cycleId, cycleId)} AND ${eq(dropItems.file, file)} AND ${dropItems.itemId} = sent.item_id`)
    }
  })
  await deps.faults?.('drop-accepted')
  return true
}
