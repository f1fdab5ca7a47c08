import type { Tx } from '@freeor/postgres/database'
import { type SQL, sql } from 'drizzle-orm'
import { raiseOptOutNumber } from './commands.ts'
import { optOuts } from './tables.ts'

const keyOf = sql`encode(substring(decode(wanted.hash, 'base64') FOR 16), 'hex')`

/**
 * Puts hashes of California's DROP on the list, as many as there are, in the caller's transaction. Whoever is on it
 * already stays as they are. The leads are removed by `applyOptOuts` afterwards.
 * @param hashes a SELECT of `hash` (SHA-256 in Base64) and `list`
 */
export async function addHashes(tx: Tx, hashes: SQL, now: Date): Promise<void> {
  const number = await raiseOptOutNumber(tx)
  await tx.execute(sql`
    INSERT INTO ${optOuts} (id, form, key, shown, reason, source, number, created_at)
    SELECT DISTINCT ON (key) 'out_' || replace(gen_random_uuid()::text, '-', ''), 'sha256', ${keyOf} AS key,
      'DROP ' || wanted.list, 'A delete request by California’s DROP', 'drop', ${number}::bigint, ${now.toISOString()}::timestamptz
    FROM (${hashes}) AS wanted
    ON CONFLICT (form, key) DO NOTHING`)
}

/** Takes off the list what DROP alone had put there and every consumer took back. */
export async function removeWithdrawn(tx: Tx): Promise<void> {
  await tx.execute(sql`
    DELETE FROM ${optOuts} WHERE source = 'drop' AND form = 'sha256' AND key IN (
      SELECT encode(substring(decode(hash, 'base64') FOR 16), 'hex') FROM drop_items
      GROUP BY hash HAVING bool_and(withdrawn_at IS NOT NULL))`)
}
