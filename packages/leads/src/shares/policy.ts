import { can, requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'

/** @throws AppError `forbidden` for a viewer. */
export const requireShareRight = (scope: Pick<CompanyScope, 'role'>): void =>
  requireRight(scope, 'searches.share')

/** Whether the role sees and ends the links of everybody in the company, and not only its own. */
export const seesAllLinks = ({ role }: Pick<CompanyScope, 'role'>): boolean => can(role, 'people.manage')
