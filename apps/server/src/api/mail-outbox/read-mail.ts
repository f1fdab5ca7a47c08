import { getMail } from '@freeor/messaging/queries'
import { Mail } from '@freeor/messaging/schema'
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
  answer: Mail,
  handle: ({ deps, params }) => getMail(deps.db, params.mailId),
})
