import { listOutbox } from '@freeor/messaging/queries'
import { MailState, MailSummary } from '@freeor/messaging/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listMail = operation({
  id: 'listMail',
  method: 'get',
  path: '/api/mail-outbox',
  area: 'operations',
  summary: 'The mail outbox, newest first',
  access: 'operator',
  query: z.strictObject({
    state: MailState.optional(),
    after: z.string().max(60).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ mails: z.array(MailSummary) }),
  handle: async ({ deps, query: { state, after, limit } }) => ({
    mails: await listOutbox(deps.db, { limit, ...(state && { state }), ...(after && { after }) }),
  }),
})
