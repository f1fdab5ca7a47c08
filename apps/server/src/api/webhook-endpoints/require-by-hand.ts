import { attemptKey } from '@freeor/accounts/attempt-keys'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Deps } from '../../deps.ts'

/** What is sent by hand is limited, so that nobody floods an address through us. @throws AppError rate_limited */
export async function requireByHand(call: { deps: Deps; company(): Promise<CompanyScope> }): Promise<void> {
  const { companyId } = await call.company()
  await call.deps.auth.limiter.require([attemptKey('webhook:company', companyId)])
}
