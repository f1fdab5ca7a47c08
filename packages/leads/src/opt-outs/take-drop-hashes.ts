import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { optOuts } from './tables.ts'

export type DropHash = { readonly hash: string; readonly list: string }

/**
 * Puts hashes of California's DROP on the list, some thousands at a time, in the caller's transaction. Whoever is on it
 * already stays as they are. The leads are removed by `applyOptOuts` afterwards.
 * @param hashes SHA-256 in Base64
 * @param number what `raiseOptOutNumber` gave in this transaction
 */
export async function addDropHashes(
  tx: Tx,
  hashes: readonly DropHash[],
  { number, now }: { readonly number: number; readonly now: Date },
): Promise<void> {
  if (hashes.length === 0) return
  await tx.execute(sql`
    INSERT INTO ${optOuts} (id, form, key, shown, reason, source, number, created_at)
    SELECT DISTINCT ON (key) 'out_' || replace(gen_random_uuid()::text, '-', ''), 'sha256',
      encode(substring(decode(wanted.hash, 'base64') FOR 16), 'hex') AS key, 'DROP ' || wanted.list,
      'A delete request by California’s DROP', 'drop', ${number}::bigint, ${now.toISOString()}::timestamptz
    FROM unnest(${sql.param(hashes.map(({ hash }) => hash))}::text[], ${sql.param(hashes.map(({ list }) => list))}::text[]) AS wanted(hash, list)
    ON CONFLICT (form, key) DO NOTHING`)
}

/** Takes off the list what consumers took back at a time, where DROP alone had put it there and no other item has it. */
export async function removeWithdrawn(tx: Tx, withdrawnAt: Date): Promise<void> {
  await tx.execute(sql`
    DELETE FROM ${optOuts} WHERE source = 'drop' AND form = 'sha256' AND key IN (
      SELECT encode(substring(decode(gone.hash, 'base64') FOR 16), 'hex')
      FROM (SELECT DISTINCT hash FROM drop_items WHERE withdrawn_at = ${withdrawnAt.toISOString()}::timestamptz) AS gone
      WHERE NOT EXISTS (SELECT FROM drop_items WHERE hash = gone.hash AND withdrawn_at IS NULL))`)
}
