import type { UserActor } from '@freeor/kernel/actor'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { EmailSender } from '@freeor/leads/emails/ports'
import type { EmailInput } from '@freeor/leads/emails/schema'
import { getOwnSearch } from '@freeor/leads/saved-searches/queries'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'

export const emailParams = z.strictObject({ emailId: z.string().max(60) })

type Calling = { company(): Promise<CompanyScope>; user(): UserActor }

/** Who sends, with what answers and templates need of them. */
export async function senderOf({ company, user }: Calling): Promise<EmailSender> {
  const { email, name, superAdmin } = user()
  return { scope: await company(), email, name, superAdmin }
}

/** The search that a message shares. @throws AppError not_found, also for another's */
export const findShared = async (
  tx: Tx,
  scope: CompanyScope,
  { savedSearch }: EmailInput,
): Promise<SavedSearch | undefined> =>
  savedSearch === undefined ? undefined : await getOwnSearch(tx, scope, savedSearch)
