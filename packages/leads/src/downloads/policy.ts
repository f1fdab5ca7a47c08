import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'

const roles: Record<'look' | 'download', readonly CompanyRole[]> = {
  look: ['owner', 'admin', 'member', 'viewer'],
  download: ['owner', 'admin', 'member'],
}

/** Whether a member may see the company's downloads (`look`), or quote, make and fetch them (`download`). */
export const canDownload = (scope: Pick<CompanyScope, 'role'>, action: keyof typeof roles): boolean =>
  roles[action].includes(scope.role)

/** @throws AppError `forbidden` for a viewer. */
export function requireDownloadRight(scope: Pick<CompanyScope, 'role'>): void {
  if (!canDownload(scope, 'download'))
    throw new AppError('forbidden', 'Your role may search and look, but not download')
}
