import { getMail } from '@freeor/messaging/queries'
import { asSuperAdminsSee } from '@freeor/messaging/recipient-only'
import { findReturns, findStops } from '@freeor/messaging/returned/queries'
import { OutboxMail } from '@freeor/messaging/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const readMailOperation = operation({
  id: 'readMail',
  method: 'get',
  path: '/api/mail-outbox/{mailId}',
  area: 'operations',
  summary: 'One mail with its content',
  access: 'super_admin',
  params: z.strictObject({ mailId: z.string().max(60) }),
  answer: OutboxMail,
  async handle({ deps: { db, mailer }, params }) {
    const mail = await getMail(db, params.mailId)
    return {
      ...asSuperAdminsSee(mail, mailer),
      returned: (await findReturns(db, [mail.id])).get(mail.id) ?? null,
      stop: (await findStops(db, [mail.to])).get(mail.to.toLowerCase()) ?? null,
    }
  },
})
