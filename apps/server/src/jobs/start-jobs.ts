import type { Deps } from '../deps.ts'
import type { ServedSite } from '../sites/site-module.ts'
import { startMailDelivery } from './deliver-mail.ts'
import { startSmsDelivery } from './deliver-sms.ts'
import { startEndingSubscriptions } from './end-subscriptions.ts'
import { startFollowingOwners } from './follow-owner.ts'
import { startBackups } from './make-backups.ts'
import { startReadingMail } from './read-mail-folder.ts'
import { startBilling } from './run-billing.ts'
import { startUpkeep } from './upkeep.ts'

/** Every job of this process. A job is a worker on a queue; what it does is a command of a domain. */
export async function startJobs(deps: Deps, sites: readonly ServedSite[]): Promise<void> {
  await startMailDelivery(deps, sites)
  await startSmsDelivery(deps)
  await startReadingMail(deps)
  await startBilling(deps)
  await startFollowingOwners(deps)
  await startEndingSubscriptions(deps)
  await startUpkeep(deps, sites)
  await startBackups(deps)
  for (const site of sites) await site.startJobs()
}
