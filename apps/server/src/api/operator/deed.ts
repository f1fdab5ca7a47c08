import type { UserDeed } from '@freeor/accounts/operator/commands'
import type { OperatorScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'

export const userParams = z.strictObject({ userId: z.string().max(60) })
export const companyParams = z.strictObject({ companyId: z.string().max(60) })

type Call = {
  deps: Deps
  clientAddress: string
  operator(): OperatorScope
}

/** Who does something as an operator, when and from where. */
export const deedOf = ({ deps, clientAddress, operator }: Call) => ({
  operatorUserId: operator().userId,
  now: deps.clock.now(),
  ipAddress: clientAddress,
})

/** What a command on a person is told of its call. */
export const userDeed = (
  call: Call & { params: { userId: string }; body: { reason: string } },
): UserDeed => ({ ...deedOf(call), userId: call.params.userId, reason: call.body.reason })
