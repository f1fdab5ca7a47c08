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

/**
 * Tells a chosen organization from a typed one. What is not among the choices was typed, whoever says otherwise; what is
 * among them was chosen, unless the caller says that it was typed after choosing Other.
 */
export function tellOrganizations<Input extends UserProfileInput>(
  { organizations }: Pick<Deps, 'organizations'>,
  input: Input,
): Input {
  if (input.org === undefined) return input
  return { ...input, orgIsTyped: input.orgIsTyped === true || !organizations.includes(input.org) }
}
