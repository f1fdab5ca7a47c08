import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'

const everyone = ['owner', 'admin', 'member', 'viewer'] as const
const working = ['owner', 'admin', 'member'] as const
const managing = ['owner', 'admin'] as const
const ownerAlone = ['owner'] as const

/**
 * The one table of what a role may do inside its company. What it does not name is refused. A viewer searches and
 * looks, and may not save, share or order downloads.
 */
const rolesWith = {
  'company.read': everyone,
  search: everyone,
  'searches.read': everyone,
  'searches.save': working,
  'searches.share': working,
  'downloads.read': everyone,
  'downloads.order': working,
  'people.read': working,
  'people.manage': managing,
  'company.edit': managing,
  'billing.read': managing,
  'billing.change': ownerAlone,
  'ownership.transfer': ownerAlone,
  'company.delete': ownerAlone,
  'api_keys.manage': working,
  'webhooks.manage': managing,
} as const satisfies Record<string, readonly CompanyRole[]>

export type Right = keyof typeof rolesWith

/** Every right there is, in the order of the table. */
export const rights = Object.keys(rolesWith) as readonly Right[]

/** Whether a role has a right; without a role there is none. */
export function can(role: CompanyRole | undefined, right: Right): boolean {
  const roles: readonly CompanyRole[] = rolesWith[right]
  return role !== undefined && roles.includes(role)
}

/** What a page may offer: each right and whether the role has it. The server checks the same table again. */
export function abilitiesOf(role: CompanyRole | undefined): Record<Right, boolean> {
  return Object.fromEntries(rights.map((right) => [right, can(role, right)])) as Record<Right, boolean>
}

const sentences: Partial<Record<Right, string>> = {
  'searches.save': 'Your role may search and look, but not save',
  'searches.share': 'Your role may search and look, but not share',
  'downloads.order': 'Your role may search and look, but not download',
}

/** @throws AppError forbidden, naming the right, for a role without it. */
export function requireRight({ role }: Pick<CompanyScope, 'role'>, right: Right): void {
  if (can(role, right)) return
  throw new AppError('forbidden', sentences[right] ?? 'Your role in this account does not allow that', {
    details: { right },
  })
}
