import { requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'

/** @throws AppError `forbidden` for a viewer. */
export function requireDownloadRight(scope: Pick<CompanyScope, 'role'>): void {
  requireRight(scope, 'downloads.order')
}
