import type { Deps } from '../deps.ts'
import { startMailDelivery } from './deliver-mail.ts'
import { startSmsDelivery } from './deliver-sms.ts'
import { startEndingSubscriptions } from './end-subscriptions.ts'
import { startFollowingOwners } from './follow-owner.ts'
import { startBilling } from './run-billing.ts'
import { startUpkeep } from './upkeep.ts'
import { startDownloadWriting } from './write-downloads.ts'

/** Every job of this process. A job is a worker on a queue; what it does is a command of a domain. */
export async function startJobs(deps: Deps): Promise<void> {
  await startMailDelivery(deps)
  await startSmsDelivery(deps)
  await startDownloadWriting(deps)
  await startBilling(deps)
  await startFollowingOwners(deps)
  await startEndingSubscriptions(deps)
  await startUpkeep(deps)
}
