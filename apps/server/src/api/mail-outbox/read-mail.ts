import { getMail } from '@freeor/messaging/queries'
import { asSuperAdminsSee } from '@freeor/messaging/recipient-only'
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
  handle: async ({ deps, params }) => asSuperAdminsSee(await getMail(deps.db, params.mailId), deps.mailer),
})
