import { needsOrganization, type UserProfileInput } from '@freeor/accounts/profile/schema'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Deps } from '../../deps.ts'

/**
 * Refuses to clear the organization on the site that needs it: there an organization's admins see its progress.
 * @throws AppError invalid_request
 */
export function requireOrganization(
  { site, deps }: { site: Site; deps: Pick<Deps, 'sites'> },
  input: UserProfileInput | undefined,
): void {
  const asksOrganization = deps.sites.some((each) => each.name === site && each.asksOrganization)
  if (asksOrganization && input?.org === '') throw new AppError('invalid_request', needsOrganization)
}
