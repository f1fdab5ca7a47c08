import { createHash } from 'node:crypto'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { findZip } from '../geography/zip-places.ts'
import type { ZipList } from '../schema.ts'
import { readZips } from './read-zips.ts'
import { zipLists } from './tables.ts'

export const zipListLimits = { zips: 50_000, characters: 2_000_000, unknownShown: 100 } as const

/**
 * Keeps the ZIP codes of a typed, pasted or uploaded text as a list of the company. The same codes again are the same
 * list. A well-formed code that the ZIP table lacks is kept, as leads may have it, and named in `unknown` as well as
 * whatever was no ZIP code (the first 100).
 * @throws AppError `payload_too_large` beyond 50,000 codes or 2 MB, `invalid_request` without any.
 */
export async function createZipList(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
  text: string,
): Promise<ZipList> {
  if (text.length > zipListLimits.characters)
    throw new AppError('payload_too_large', 'That text is over 2 MB')
  const { zips, refused } = readZips(text)
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

async function storeList(
  { db, clock }: { db: Tx; clock: Clock },
  { companyId, userId }: CompanyScope,
  zips: string[],
): Promise<string> {
  const contentHash = createHash('sha256').update(zips.join()).digest('hex')
  const createdAt = clock.now()
  await db
    .insert(zipLists)
    .values({ id: newId('zip'), companyId, userId, zips, count: zips.length, contentHash, createdAt })
    .onConflictDoNothing({ target: [zipLists.companyId, zipLists.contentHash] })
  const isIt = and(eq(zipLists.companyId, companyId), eq(zipLists.contentHash, contentHash))
  const [stored] = await db.select({ id: zipLists.id }).from(zipLists).where(isIt)
  if (!stored) throw new AppError('internal', 'The ZIP list was not stored')
  return stored.id
}
