import { hasOptedOut, honourPrivacySignal } from '@freeor/leads/opt-outs/honour-privacy-signal'
import type { Deps } from '../../deps.ts'
import type { SignallingPerson } from '../site-module.ts'
import type { LeadsDeps } from './leads-deps.ts'

const job = 'honour-privacy-signal'

/** The removal takes seconds in large datasets, so no page waits for it. */
export async function startHonouringPrivacySignals({ jobs, db, olap, clock }: LeadsDeps): Promise<void> {
  await jobs.work<{ userId: string }>(job, { pollingSeconds: 1 }, async ({ data: { userId } }) => {
    await honourPrivacySignal({ db, olap, clock }, userId)
  })
}

/** Each page of a browser that sends the signal comes here, so nothing is begun for who is on the list already. */
export async function receivePrivacySignal(
  { db, jobs }: Deps,
  { userId, email }: SignallingPerson,
): Promise<void> {
  if (await hasOptedOut(db, email)) return
  await jobs.send(undefined, job, { userId }, { singletonKey: userId, singletonSeconds: 60 })
}
