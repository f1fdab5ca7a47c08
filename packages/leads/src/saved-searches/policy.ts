import { can, requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'

/** Whether a member may keep searches; a viewer only searches and looks. */
export const canSaveSearches = ({ role }: Pick<CompanyScope, 'role'>): boolean => can(role, 'searches.save')

/** @throws AppError `forbidden` for a viewer. */
export function requireSaveRight(scope: Pick<CompanyScope, 'role'>): void {
  requireRight(scope, 'searches.save')
}
