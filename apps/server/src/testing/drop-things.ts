import { createHmac, randomUUID } from 'node:crypto'
import { newId } from '@freeor/kernel/ids'
import { dropCycles } from '@freeor/leads/drop/tables'
import type { LeadsDeps } from '../sites/leads/leads-deps.ts'

const secret = 'the secret of the portal'

/** The registry of a system: nobody listens at its address. */
export const dropVariables = {
  DROP_URL: 'http://127.0.0.1:9',
  DROP_API_KEY: 'the key of a test',
  DROP_WEBHOOK_SECRET: secret,
}

/** A hash that nobody's contact has. */
export const exemption = { hash: `${'A'.repeat(43)}=`, reason: 'kept by law' }

/** A cycle that is over. Gives its id. */
export async function addDropCycle({ db, clock }: LeadsDeps): Promise<string> {
  const [id, now] = [newId('drop'), clock.now()]
  await db.insert(dropCycles).values({ id, state: 'reported', startedAt: now, reportedAt: now })
  return id
}

/** A notice of the state as it is sent. */
export function signNotice(now: Date, changed: Record<string, string> = {}) {
  const [rawBody, at] = ['{"message":"processed"}', now.toISOString()]
  const signature = createHmac('sha256', secret).update(`${at}.${rawBody}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-webhook-event-id': randomUUID(),
    'x-webhook-event-type': 'upload.processed',
    'x-webhook-timestamp': at,
    'x-webhook-signature': `sha256=${signature}`,
    ...changed,
  }
  return { rawBody, headers }
}
