import { purgeExpired } from '@freeor/accounts/commands'
import { forgetErrors } from '@freeor/accounts/error-log/commands'
import { forgetHumanChecks } from '@freeor/accounts/human-check/commands'
import { forgetVerificationCodes } from '@freeor/accounts/verification/commands'
import { purgeBilling } from '@freeor/billing/subscriptions/upkeep'
import { thinDocumentVersions } from '@freeor/content/editing/commands'
import { forgetPreviews } from '@freeor/content/previews/commands'
import { forgetMailContent } from '@freeor/messaging/commands'
import { forgetReturns } from '@freeor/messaging/returned/commands'
import { forgetSms } from '@freeor/messaging/sms/commands'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import type { Deps } from '../deps.ts'
import type { CleanUp, ServedSite } from '../sites/site-module.ts'

const KEPT_MAIL_DAYS = 30
const DAY_MS = 86_400_000

/** Once a day what has expired is forgotten, the sites' own too. */
export async function startUpkeep({ db, jobs, clock }: Deps, sites: readonly ServedSite[]): Promise<void> {
  await jobs.work('purge-expired', {}, async () => {
    await purge({ db, clock }, sites)
  })
  await jobs.schedule('purge-expired', '17 3 * * *')
}

/** Each kind by itself: a failure of one does not stop the others. */
async function purge({ db, clock }: Pick<Deps, 'db' | 'clock'>, sites: readonly ServedSite[]): Promise<void> {
  const now = clock.now()
  const mailBefore = new Date(now.getTime() - KEPT_MAIL_DAYS * DAY_MS)
  const kinds: CleanUp[] = [
    ['sessions', () => purgeExpired(db, now)],
    ['errors', () => forgetErrors(db, now)],
    ['billing', () => purgeBilling(db, now)],
    ['human checks', () => forgetHumanChecks(db, now)],
    ['verification codes', () => forgetVerificationCodes(db, now)],
    ['text messages', () => forgetSms(db, mailBefore)],
    ['mail', () => forgetMailContent(db, mailBefore)],
    ['mail that came back', () => forgetReturns(db, now)],
    ['document previews', async () => await forgetPreviews({ db, clock })],
    ['document versions', async () => await thinDocumentVersions({ db, clock })],
    ...sites.flatMap(({ cleanUps }) => cleanUps),
  ]
  throwFailures(
    await doEach(
      kinds,
      ([name]) => name,
      ([, forget]) => forget(),
    ),
  )
}
