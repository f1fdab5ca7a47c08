import { createHash } from 'node:crypto'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, lt, sql } from 'drizzle-orm'
import { findZip } from '../geography/zip-places.ts'
import type { ZipList } from '../schema.ts'
import { readZips } from './read-zips.ts'
import { zipListReads, zipLists } from './tables.ts'

export const zipListLimits = {
  zips: 50_000,
  characters: 2_000_000,
  unknownShown: 100,
  /** Ten of the largest, or a thousand short ones: each counts as `charactersAtLeast` or more. */
  charactersPerDay: 20_000_000,
  charactersAtLeast: 20_000,
} as const

const DAY_MS = 86_400_000

/**
 * Stores the ZIP codes of a typed, pasted or uploaded text as a list of the company. The same codes again are the same
 * list. A well-formed code that the ZIP table lacks is kept, as leads may have it. It is also named in `unknown`,
 * together with entries that are no ZIP codes (the first 100).
 * @throws AppError `payload_too_large` beyond 50,000 codes or 2 MB, `invalid_request` without any, `rate_limited` with
 *   `retryAfter` (seconds until midnight UTC) once the company's texts of the day are 20 MB.
 */
export async function createZipList(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
  text: string,
): Promise<ZipList> {
  if (text.length > zipListLimits.characters)
    throw new AppError('payload_too_large', 'That text is over 2 MB')
  await spendCharacters(db, scope, { characters: text.length, now: clock.now() })
  const { zips, refused } = await readZips(text)
  if (zips.length === 0) throw new AppError('invalid_request', 'No ZIP code was found in that text')
  if (zips.length > zipListLimits.zips) {
    throw new AppError(
      'payload_too_large',
      `A list may have at most 50,000 ZIP codes, this one has ${zips.length}`,
    )
  }
  const unlisted = zips.filter((zip) => findZip(zip) === undefined)
  const unknown = [...refused, ...unlisted].slice(0, zipListLimits.unknownShown)
  return { id: await storeList({ db, clock }, scope, zips), count: zips.length, unknown }
}

/** Called before the text is read: reading is what costs, whether it gives a list or not. */
async function spendCharacters(
  tx: Tx,
  { companyId }: CompanyScope,
  { characters, now }: { characters: number; now: Date },
): Promise<void> {
  const { charactersAtLeast, charactersPerDay } = zipListLimits
  const spending = Math.max(charactersAtLeast, characters)
  const day = now.toISOString().slice(0, 10)
  const { rows } = await tx.execute<{ characters: string }>(sql`
    INSERT INTO ${zipListReads} AS reads (company_id, day, characters) VALUES (${companyId}, ${day}::date, ${spending}::bigint)
    ON CONFLICT (company_id, day) DO UPDATE SET characters = reads.characters + excluded.characters
    WHERE reads.characters + excluded.characters <= ${charactersPerDay}::bigint
    RETURNING characters`)
  if (rows.length > 0) return
  throw new AppError(
    'rate_limited',
    'You have uploaded very many ZIP lists today. New ones can be added tomorrow.',
    {
      details: { retryAfter: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000) },
    },
  )
}

/** Deletes the counts of past days; for a daily job. */
export async function forgetZipListReads(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)
  await tx.delete(zipListReads).where(lt(zipListReads.day, before))
}

async function storeList(
  { db, clock }: { db: Tx; clock: Clock },
  { companyId, userId }: CompanyScope,
  zips: string[],
): Promise<string> {
  const joined = zips.join()
  const contentHash = createHash('sha256').update(joined).digest('hex')
  const createdAt = clock.now()
  await db
    .insert(zipLists)
    // One text: as an array the driver would quote each code.
    .values({
      id: newId('zip'),
      companyId,
      userId,
      zips: sql`string_to_array(${joined}, ',')`,
      count: zips.length,
      contentHash,
      createdAt,
    })
    .onConflictDoNothing({ target: [zipLists.companyId, zipLists.contentHash] })
  const isIt = and(eq(zipLists.companyId, companyId), eq(zipLists.contentHash, contentHash))
  const [stored] = await db.select({ id: zipLists.id }).from(zipLists).where(isIt)
  if (!stored) throw new AppError('internal', 'The ZIP list was not stored')
  return stored.id
}

/**
 * Stores a list of one company as a list of another, to which a search with it was given.
 * @returns the id there; undefined where the first company has no such list
 */
export async function copyZipList(
  deps: { db: Tx; clock: Clock },
  { from, to }: { from: CompanyScope; to: CompanyScope },
  id: string,
): Promise<string | undefined> {
  const [list] = await deps.db
    .select({ zips: zipLists.zips })
    .from(zipLists)
    .where(and(eq(zipLists.id, id), eq(zipLists.companyId, from.companyId)))
  return list && (await storeList(deps, to, list.zips))
}
