import type { Me } from '../frame/visitor.ts'

type Right = keyof Me['abilities']

/**
 * The panes of the settings, in their order, each at `/settings/{id}`. With a right, only roles that have it see the
 * pane: the specification's panes for admins. Without one, everybody who is signed in does, in a company or not.
 * `own`: not for a super admin who acts as the person. `needsProvider`: only where a provider is set up.
 */
const allPanes = [
  { id: 'profile' },
  { id: 'update_email', own: true },
  { id: 'change_password', own: true },
  { id: 'two_factor', own: true },
  { id: 'passkeys', own: true },
  { id: 'identities', own: true, needsProvider: true },
  { id: 'sessions', own: true },
  { id: 'company', right: 'company.edit' },
  { id: 'people', right: 'people.read' },
  { id: 'billing', right: 'billing.read' },
  { id: 'api_keys', right: 'api_keys.manage', own: true },
  { id: 'delete_account', own: true },
] as const satisfies readonly { id: string; right?: Right; own?: true; needsProvider?: true }[]

export type PaneId = (typeof allPanes)[number]['id']

/** Whether a pane is about the account that one works in. */
export const needsRight = (id: PaneId): boolean => allPanes.some((pane) => pane.id === id && 'right' in pane)

/** The panes that this person sees. */
export const visiblePanes = ({
  abilities,
  impersonatedBy,
  identityProviders,
}: Pick<Me, 'abilities' | 'impersonatedBy' | 'identityProviders'>): PaneId[] =>
  allPanes
    .filter((pane) => !('right' in pane) || abilities[pane.right])
    .filter((pane) => !('own' in pane) || impersonatedBy === null)
    .filter((pane) => !('needsProvider' in pane) || identityProviders.length > 0)
    .map(({ id }) => id)
