import { getMail } from '@freeor/messaging/queries'
import { asOperatorsSee } from '@freeor/messaging/recipient-only'
import { OutboxMail } from '@freeor/messaging/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const readMail = operation({
  id: 'readMail',
  method: 'get',
  path: '/api/mail-outbox/{mailId}',
  area: 'operations',
  summary: 'One mail with its content',
  access: 'operator',
  params: z.strictObject({ mailId: z.string().max(60) }),
  answer: OutboxMail,
  handle: async ({ deps, params }) => asOperatorsSee(await getMail(deps.db, params.mailId), deps.mailer),
})
