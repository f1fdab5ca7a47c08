import { addressKey } from '@freeor/accounts/address-key'
import { grantDueLots, openLeadCustomer } from '@freeor/billing/commands'
import { fillAddressKeys, forgetFreeGrants, listUnopenedCompanies } from '@freeor/billing/free-leads'
import { mergeParts } from '@freeor/leads/import/version/merge-parts'
import { forgetSavedSearches } from '@freeor/leads/saved-searches/commands'
import { forgetViews } from '@freeor/leads/search/commands'
import { forgetZipListReads } from '@freeor/leads/zip-lists/commands'
import { sweepZipLists } from '@freeor/leads/zip-lists/prepare-zip-list'
import type { CleanUp } from '../site-module.ts'
import type { LeadsDeps } from './leads-deps.ts'

/** Monthly lots on the billing day, and tables as searches like them. */
export async function startLeadsUpkeep({ db, auth, jobs, clock, olap, log }: LeadsDeps): Promise<void> {
  const keyOf = (email: string) => addressKey(auth.secret, email)
  await jobs.work('grant-due-lots', {}, async () => {
    await fillAddressKeys(db, keyOf)
    await openLateCustomers({ db, clock }, keyOf)
    await grantDueLots(db, clock.now())
  })
  await jobs.schedule('grant-due-lots', '*/10 * * * *')
  // Imports by the command line end in another process, so the job looks for itself.
  await jobs.work('merge-parts', {}, async () => {
    await mergeParts({ db, olap, log: (message, fields) => log.info(fields ?? {}, message) })
  })
  await jobs.schedule('merge-parts', '* * * * *')
}

/** Companies that came while Leads was not served get what every company gets at sign-up. */
export async function openLateCustomers(
  { db, clock }: Pick<LeadsDeps, 'db' | 'clock'>,
  keyOf: (email: string) => string,
): Promise<void> {
  for (const { companyId, email } of await listUnopenedCompanies(db)) {
    const opening = { companyId, planID: 'freeor_free', now: clock.now(), addressKey: keyOf(email) }
    await db.transaction(async (tx) => await openLeadCustomer(tx, opening))
  }
}

/** What Leads forgets once a day. */
export function leadsCleanUps({ db, olap, clock }: LeadsDeps): readonly CleanUp[] {
  return [
    ['views', () => forgetViews(db, clock.now())],
    ['reads of ZIP lists', () => forgetZipListReads(db, clock.now())],
    ['ZIP lists', () => sweepZipLists({ db, olap })],
    ['saved searches', () => forgetSavedSearches(db, clock.now())],
    ['free grants', () => forgetFreeGrants(db, clock.now())],
  ]
}
