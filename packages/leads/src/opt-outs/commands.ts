import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { type Entry, openEntryReader } from '../suppression/read-entries.ts'
import { removeListed, whileNoneIsRemoved } from './apply-opt-outs.ts'
import { removeOptOutEntry } from './copy-entries.ts'
import { maskEntry } from './mask-entry.ts'
import type { OptOutDeps } from './ports.ts'
import { mostOptOuts, type OptOutsAdded } from './schema.ts'
import { optOutState, optOuts } from './tables.ts'

export type OptOutAction = {
  /** None when the command line did it. */
  readonly superAdminUserId: string | undefined
  readonly ipAddress?: string | undefined
  readonly reason: string
}

/**
 * Puts people on the do-not-contact list and removes their leads from every dataset, before it returns. If it is cut
 * short after the list has them, a job goes on with the removal.
 * @param text one entry a line, of any form that a suppression list may have
 * @throws AppError `invalid_request` without an entry, `payload_too_large` for more than 10,000
 */
export async function addOptOuts(
  deps: OptOutDeps,
  text: string,
  action: OptOutAction,
): Promise<OptOutsAdded> {
  const { entries, unread } = readAll(text)
  if (entries.length === 0)
    throw new AppError(
      'invalid_request',
      'No email, telephone number, domain, address, company name or hash was found in this',
    )
  if (entries.length > mostOptOuts)
    throw new AppError(
      'payload_too_large',
      `At most ${mostOptOuts} entries at once, these are ${entries.length}`,
    )
  // Together: the job, which goes on with a removal that was cut short, must not take this one from its caller.
  return await whileNoneIsRemoved(deps.db, async () => {
    const added = await deps.db.transaction(
      async (tx) => await store(tx, entries, { ...action, now: deps.clock.now() }),
    )
    return { added, unread, ...(await removeListed(deps)) }
  })
}

type Read = { readonly entry: Entry; readonly shown: string }

function readAll(text: string): { entries: Read[]; unread: number } {
  const read = openEntryReader()
  const entries: Read[] = []
  let unread = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue
    const found = read(line)
    if (found.length === 0) unread++
    entries.push(...found.map((entry) => ({ entry, shown: maskEntry(line) })))
  }
  return { entries, unread }
}

/** The state's row is locked first, so that additions get their numbers one after the other. */
async function store(
  tx: Tx,
  entries: readonly Read[],
  { superAdminUserId, ipAddress, reason, now }: OptOutAction & { readonly now: Date },
): Promise<number> {
  const number = await raiseOptOutNumber(tx)
  const rows = entries.map(({ entry: { form, key }, shown }) => ({
    id: newId('out'),
    form,
    key: key.toString('hex'),
    shown,
    reason,
    number,
    addedBy: superAdminUserId ?? null,
    createdAt: now,
  }))
  const keys = rows.map(({ form, key }) => sql`(${form}, ${key})`)
  // Whom an operator adds stays, whatever DROP takes back.
  await tx
    .update(optOuts)
    .set({ source: null, reason })
    .where(
      and(eq(optOuts.source, 'drop'), sql`(${optOuts.form}, ${optOuts.key}) IN (${sql.join(keys, sql`, `)})`),
    )
  const stored = await tx
    .insert(optOuts)
    .values(rows)
    .onConflictDoNothing({ target: [optOuts.form, optOuts.key] })
    .returning({ id: optOuts.id })
  const details = { added: stored.length, reason }
  await recordAudit(tx, { action: 'opt_outs.added', now, actorUserId: superAdminUserId, ipAddress, details })
  return stored.length
}

/** The number of the list that the caller's transaction makes. It is locked until its end. */
export async function raiseOptOutNumber(tx: Tx): Promise<number> {
  await tx.insert(optOutState).values({ id: 1, number: 0, applied: 0 }).onConflictDoNothing()
  const [state] = await tx
    .update(optOutState)
    .set({ number: sql`${optOutState.number} + 1` })
    .where(eq(optOutState.id, 1))
    .returning()
  if (!state) throw new AppError('internal', 'The state of the do-not-contact list is gone')
  return state.number
}

/**
 * Takes an entry off the list, e.g. one that was a mistake. Leads come back with the next import of their dataset.
 * @throws AppError `not_found`
 */
export async function removeOptOut(
  { db, olap, clock }: OptOutDeps,
  id: string,
  { superAdminUserId: actorUserId, ipAddress, reason }: OptOutAction,
): Promise<void> {
  const now = clock.now()
  const removed = await db.transaction(async (tx) => {
    const [row] = await tx.delete(optOuts).where(eq(optOuts.id, id)).returning()
    if (!row) throw new AppError('not_found', 'There is no such entry')
    const object = { objectType: 'opt_out', objectId: id }
    await recordAudit(tx, {
      action: 'opt_out.removed',
      now,
      actorUserId,
      ipAddress,
      ...object,
      details: { reason },
    })
    return row
  })
  await removeOptOutEntry(olap, removed)
}
