import { newId } from '@freeor/kernel/ids'
import { stoppedAddresses } from '@freeor/messaging/returned/tables'
import { writeReport } from '@freeor/messaging/returned/testing'
import { mailOutbox } from '@freeor/messaging/tables'
import type { Deps } from '../deps.ts'

/** The configuration of a system that takes in what comes back. */
export const inboundMailVariables = {
  BOUNCE_DOMAIN: 'bounces.freeor.example',
  INBOUND_MAIL_SECRET: 'a secret of the tests of mail',
}

export const secretHeaders = { 'x-inbound-mail-secret': inboundMailVariables.INBOUND_MAIL_SECRET }

/** A mail that was sent, with the address that it comes back to. */
export async function addSentMail({ db, clock, inboundMail }: Deps, to: string) {
  const [id, now] = [newId('mail'), clock.now()]
  await db.insert(mailOutbox).values({
    ...{ id, batchId: id, to, subject: 'Kept', text: 'Kept', html: '<p>Kept</p>', template: 'message' },
    ...{ headers: {}, state: 'sent', sentAt: now, createdAt: now, nextAttemptAt: now },
  })
  return { id, comesBackTo: inboundMail.returnPath?.addressOf(id) ?? '' }
}

/** A mail to an address that gets none any more. */
export async function addStoppedMail(deps: Deps, to: string): Promise<string> {
  const createdAt = deps.clock.now()
  const stop = { address: to, kind: 'hard' as const, reason: '550 5.1.1 User unknown', createdAt }
  await deps.db.insert(stoppedAddresses).values(stop).onConflictDoNothing()
  return (await addSentMail(deps, to)).id
}

/** A report that this mail did not arrive, as the hook takes it. */
export async function writeBounce(deps: Deps, to: string): Promise<string> {
  const { comesBackTo } = await addSentMail(deps, to)
  return writeReport({ to: comesBackTo, about: to }).toString()
}
