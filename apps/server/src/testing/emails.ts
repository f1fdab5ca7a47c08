import { newId } from '@freeor/kernel/ids'
import { makeMailStopToken } from '@freeor/leads/emails/stop-token'
import { emailRecipientRows, emails } from '@freeor/leads/emails/tables'
import { mailOutbox } from '@freeor/messaging/tables'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

export type AddedEmail = {
  readonly emailId: string
  readonly mailId: string
  /** Of the mail's link that stops further ones. */
  readonly stopToken: string
}

export const returnedAddress = 'returned@elsewhere.example'

/** A message of this person to one recipient for whom it failed, also of one who may not send any more. */
export async function addFailedEmail(
  { deps }: TestSystem,
  { userId, companyId }: Pick<Person, 'userId' | 'companyId'>,
  address = returnedAddress,
): Promise<AddedEmail> {
  const [emailId, mailId, now] = [newId('eml'), newId('mail'), deps.clock.now()]
  await deps.db.insert(mailOutbox).values({
    ...{ id: mailId, batchId: mailId, to: address, subject: 'Kept', text: 'Kept', html: '<p>Kept</p>' },
    ...{ template: 'shared-search', headers: {}, state: 'failed', lastError: '550 No such mailbox' },
    ...{ createdAt: now, nextAttemptAt: now },
  })
  const sent = { id: emailId, companyId, userId, sentKey: emailId, requestHash: '', subject: 'Kept' }
  await deps.db.insert(emails).values({ ...sent, createdAt: now })
  const recipient = { emailId, position: 0, address, addressKey: address, kind: 'to' as const, mailId }
  await deps.db.insert(emailRecipientRows).values(recipient)
  return { emailId, mailId, stopToken: makeMailStopToken(deps.auth.secret, mailId) }
}

/** A whole message, as a page sends it. */
export const message = (more: object = {}) => ({
  to: 'friend@elsewhere.example',
  from: { email: 'me@people.example', name: 'Me' },
  subject: 'A search for you',
  text: 'Look at this.',
  html: '<p>Look at this.</p>',
  ...more,
})
