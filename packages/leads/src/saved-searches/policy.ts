import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'

/** Whether a member may keep searches; a viewer only searches and looks. */
export const canSaveSearches = ({ role }: Pick<CompanyScope, 'role'>): boolean => role !== 'viewer'

/** @throws AppError `forbidden` for a viewer. */
export function requireSaveRight(scope: Pick<CompanyScope, 'role'>): void {
  if (!canSaveSearches(scope)) throw new AppError('forbidden', 'Your role may search and look, but not save')
}
