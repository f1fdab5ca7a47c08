import { listOutbox } from '@freeor/messaging/queries'
import { asSuperAdminsSee } from '@freeor/messaging/recipient-only'
import { findReturns } from '@freeor/messaging/returned/queries'
import { MailState, OutboxEntry } from '@freeor/messaging/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listMailOperation = operation({
  id: 'listMail',
  method: 'get',
  path: '/api/mail-outbox',
  area: 'operations',
  summary: 'The mail outbox, newest first',
  access: 'super_admin',
  query: z.strictObject({
    state: MailState.optional(),
    after: z.string().max(60).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ mails: z.array(OutboxEntry) }),
  async handle({ deps, query: { state, after, limit } }) {
    const mails = await listOutbox(deps.db, { limit, ...(state && { state }), ...(after && { after }) })
    const returns = await findReturns(
      deps.db,
      mails.map(({ id }) => id),
    )
    return {
      mails: mails.map((mail) => ({
        ...asSuperAdminsSee(mail, deps.mailer),
        returned: returns.get(mail.id) ?? null,
      })),
    }
  },
})
