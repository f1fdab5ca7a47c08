import type { UserAction } from '@freeor/accounts/admin/commands'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'

export const userParams = z.strictObject({ userId: z.string().max(60) })
export const companyParams = z.strictObject({ companyId: z.string().max(60) })

type Call = {
  deps: Deps
  clientAddress: string
  superAdmin(): SuperAdminScope
}

/** Who does something as a super admin, when and from where. */
export const actionOf = ({ deps, clientAddress, superAdmin }: Call) => ({
  superAdminUserId: superAdmin().userId,
  now: deps.clock.now(),
  ipAddress: clientAddress,
})

/** What a command on a person gets to know about its call. */
export const userAction = (
  call: Call & { params: { userId: string }; body: { reason: string } },
): UserAction => ({ ...actionOf(call), userId: call.params.userId, reason: call.body.reason })
