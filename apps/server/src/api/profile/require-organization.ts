import { needsOrganization, type UserProfileInput } from '@freeor/accounts/profile/schema'
import { AppError } from '@freeor/kernel/errors'
import type { SiteName } from '../../http/env.ts'

/**
 * Nobody takes their organization away on the site that goes by it: there admins see the progress of theirs.
 * @throws AppError invalid_request
 */
export function requireOrganization(site: SiteName, input: UserProfileInput | undefined): void {
  if (site === 'courses' && input?.org === '') throw new AppError('invalid_request', needsOrganization)
}
