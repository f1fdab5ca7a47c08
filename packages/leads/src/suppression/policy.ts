import { requireRight } from '@freeor/accounts/policy'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { readAllowance, requireActivePlan } from '../allowance/queries.ts'

/**
 * Members who order files also say who is left out of them. A list is made and applied only on a plan with suppression; it can
 * be renamed and deleted on every plan.
 * @throws AppError `forbidden` for a viewer, `payment_required` without a plan that has suppression
 */
export async function requireSuppression(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
): Promise<void> {
  requireRight(scope, 'downloads.order')
  await requireActivePlan(db, scope)
  const { searchSuppressions } = await readAllowance(db, scope, clock.now())
  if (!searchSuppressions)
    throw new AppError('payment_required', 'Your plan has no suppression lists: upgrade to use them')
}
