import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { openEntryReader } from '../suppression/read-entries.ts'
import { addOptOuts } from './commands.ts'
import type { OptOutDeps } from './ports.ts'
import { optOuts } from './tables.ts'

const reason = 'Their browser asks so by Global Privacy Control'

/**
 * Takes a person's own listing out of every dataset, as their browser asks with `Sec-GPC: 1`: the leads with their
 * proven address and their proven number. What is not proven is nobody's: anybody could sign up with it.
 * Source: Global Privacy Control, W3C working draft.
 */
export async function honourPrivacySignal(deps: OptOutDeps, userId: string): Promise<void> {
  const contacts = await listProvenContacts(deps.db, userId)
  const missing: string[] = []
  for (const contact of contacts) if (!(await hasOptedOut(deps.db, contact))) missing.push(contact)
  if (missing.length > 0) await addOptOuts(deps, missing.join('\n'), { superAdminUserId: undefined, reason })
}

async function listProvenContacts(tx: Tx, userId: string): Promise<string[]> {
  const [person] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!person) return []
  return [
    ...(person.emailVerified ? [person.email] : []),
    ...(person.phone !== null && person.phoneVerifiedAt !== null ? [person.phone] : []),
  ]
}

/** Whether the do-not-contact list has an email or a telephone number in each form that it is compared in. */
export async function hasOptedOut(tx: Tx, contact: string): Promise<boolean> {
  const entries = openEntryReader()(contact)
  const keys = entries.map(({ key }) => key.toString('hex'))
  if (keys.length === 0) return false
  const rows = await tx
    .select({ form: optOuts.form, key: optOuts.key })
    .from(optOuts)
    .where(inArray(optOuts.key, keys))
  const listed = new Set(rows.map(({ form, key }) => `${form} ${key}`))
  return entries.every(({ form, key }) => listed.has(`${form} ${key.toString('hex')}`))
}
