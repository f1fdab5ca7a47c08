import { addressKey } from '@freeor/accounts/address-key'
import { purgeExpired } from '@freeor/accounts/commands'
import { forgetErrors } from '@freeor/accounts/error-log/commands'
import { forgetHumanChecks } from '@freeor/accounts/human-check/commands'
import { forgetVerificationCodes } from '@freeor/accounts/verification/commands'
import { grantDueLots } from '@freeor/billing/commands'
import { fillAddressKeys, forgetFreeGrants } from '@freeor/billing/free-leads'
import { purgeBilling } from '@freeor/billing/subscriptions/upkeep'
import { mergeParts } from '@freeor/leads/import/merge-parts'
import { forgetSavedSearches } from '@freeor/leads/saved-searches/commands'
import { forgetViews } from '@freeor/leads/search/commands'
import { forgetZipListReads } from '@freeor/leads/zip-lists/commands'
import { sweepZipLists } from '@freeor/leads/zip-lists/prepare-zip-list'
import { forgetMailContent } from '@freeor/messaging/commands'
import { forgetSms } from '@freeor/messaging/sms/commands'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import type { Deps } from '../deps.ts'

const KEPT_MAIL_DAYS = 30
const DAY_MS = 86_400_000

/** Regular work that nobody waits for: monthly lots on the billing day, tables as searches like them, what has expired. */
export async function startUpkeep({ db, auth, jobs, clock, olap, log }: Deps): Promise<void> {
  await jobs.work('grant-due-lots', {}, async () => {
    await fillAddressKeys(db, (email) => addressKey(auth.secret, email))
    await grantDueLots(db, clock.now())
  })
  await jobs.schedule('grant-due-lots', '*/10 * * * *')
  // Imports by the command line end in another process, so the job looks for itself.
  await jobs.work('merge-parts', {}, async () => {
    await mergeParts({ db, olap, log: (message, fields) => log.info(fields ?? {}, message) })
  })
  await jobs.schedule('merge-parts', '* * * * *')
  await jobs.work('purge-expired', {}, async () => {
    await purge({ db, clock, olap })
  })
  await jobs.schedule('purge-expired', '17 3 * * *')
}

/** Each kind by itself: one that fails keeps no other from being forgotten. */
async function purge({ db, clock, olap }: Pick<Deps, 'db' | 'clock' | 'olap'>): Promise<void> {
  const now = clock.now()
  const mailBefore = new Date(now.getTime() - KEPT_MAIL_DAYS * DAY_MS)
  const kinds: [name: string, forget: () => Promise<unknown>][] = [
    ['sessions', () => purgeExpired(db, now)],
    ['errors', () => forgetErrors(db, now)],
    ['views', () => forgetViews(db, now)],
    ['reads of ZIP lists', () => forgetZipListReads(db, now)],
    ['ZIP lists', () => sweepZipLists({ db, olap })],
    ['saved searches', () => forgetSavedSearches(db, now)],
    ['billing', () => purgeBilling(db, now)],
    ['free grants', () => forgetFreeGrants(db, now)],
    ['human checks', () => forgetHumanChecks(db, now)],
    ['verification codes', () => forgetVerificationCodes(db, now)],
    ['text messages', () => forgetSms(db, mailBefore)],
    ['mail', () => forgetMailContent(db, mailBefore)],
  ]
  throwFailures(
    await doEach(
      kinds,
      ([name]) => name,
      ([, forget]) => forget(),
    ),
  )
}
