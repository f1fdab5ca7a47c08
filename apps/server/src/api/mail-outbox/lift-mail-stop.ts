import { reasonBody } from '@freeor/accounts/admin/schema'
import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { getMail } from '@freeor/messaging/queries'
import { liftStop } from '@freeor/messaging/returned/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { actionOf } from '../admin/action.ts'

export const liftMailStopOperation = operation({
  id: 'liftMailStop',
  method: 'post',
  path: '/api/mail-outbox/{mailId}/lift-stop',
  area: 'operations',
  summary: 'Lets mail go again to the recipient of this one, after mail to them came back',
  access: 'super_admin',
  params: z.strictObject({ mailId: z.string().max(60) }),
  body: reasonBody,
  status: 204,
  async handle(call) {
    const { superAdminUserId: actorUserId, now, ipAddress } = actionOf(call)
    await call.deps.db.transaction(async (tx) => {
      const { id, to } = await getMail(tx, call.params.mailId)
      if (!(await liftStop(tx, to, now))) throw new AppError('conflict', 'Mail goes to this address already.')
      const object = { objectType: 'mail', objectId: id }
      const details = { reason: call.body.reason }
      await recordAudit(tx, { action: 'mail_stop.lifted', now, actorUserId, ipAddress, ...object, details })
    })
    return new Response(null, { status: 204 })
  },
})
