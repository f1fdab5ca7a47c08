import { grantFreeLeads } from '@freeor/leads/promos/commands'
import type { LeadsDeps } from './leads-deps.ts'

export const grantFreeLeadsJob = 'grant-free-leads'

/**
 * Grants what sharing by email has earned. Sent when mails were handed over; every minute too, as a server may stop in
 * between. Refused: granting where the mail is recorded as sent, since a failure there would send it twice.
 */
export async function startGrantingFreeLeads({ jobs, promos }: LeadsDeps): Promise<void> {
  await jobs.work(grantFreeLeadsJob, { pollingSeconds: 1 }, async () => await grantFreeLeads(promos))
  await jobs.schedule(grantFreeLeadsJob, '* * * * *')
}
