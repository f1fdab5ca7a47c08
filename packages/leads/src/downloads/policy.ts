import { can, requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'

/** Whether a member may see the company's downloads (`look`), or quote, make and fetch them (`download`). */
export const canDownload = ({ role }: Pick<CompanyScope, 'role'>, action: 'look' | 'download'): boolean =>
  can(role, action === 'look' ? 'downloads.read' : 'downloads.order')

/** @throws AppError `forbidden` for a viewer. */
export function requireDownloadRight(scope: Pick<CompanyScope, 'role'>): void {
  requireRight(scope, 'downloads.order')
}
