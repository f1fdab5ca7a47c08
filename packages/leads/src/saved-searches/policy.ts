import { requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'

/** @throws AppError `forbidden` for a viewer. */
export function requireSaveRight(scope: Pick<CompanyScope, 'role'>): void {
  requireRight(scope, 'searches.save')
}
