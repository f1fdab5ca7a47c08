import { openMailStop, stopMails } from '@freeor/leads/emails/commands'
import { mailStopInput } from '@freeor/leads/emails/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/** Mostly covered: a forwarded mail tells nobody an address. */
const stopped = z.object({ email: z.string() })

export const openMailStopOperation = leadsOperation({
  id: 'openSharedMailStop',
  method: 'post',
  path: '/api/mail-stops/open',
  area: 'email',
  summary: 'Whose mails the link in a mail stops; it changes nothing',
  access: 'public',
  whileImpersonating: 'read',
  body: mailStopInput,
  answer: stopped,
  handle: async ({ deps: { db, auth }, body: { token } }) =>
    await openMailStop(db, { secret: auth.secret, token }),
})

export const stopMailsOperation = leadsOperation({
  id: 'stopSharedMails',
  method: 'post',
  path: '/api/mail-stops',
  area: 'email',
  summary: 'No more mail that other people send by us, by the link in such a mail and without signing in',
  access: 'public',
  body: mailStopInput,
  answer: stopped,
  handle: async ({ deps: { db, auth, clock }, body: { token } }) =>
    await stopMails(db, { secret: auth.secret, token, now: clock.now() }),
})
