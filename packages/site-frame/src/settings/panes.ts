import type { Me } from '../frame/visitor.ts'

type Right = keyof Me['abilities']

/**
 * The panes of the settings, in their order, each at `/settings/{id}`. With a right, only roles that have it see the
 * pane: the specification's panes for admins. Without one, everybody who is signed in does, in a company or not.
 * `own`: not for a super admin who acts as the person.
 */
const allPanes = [
  { id: 'profile' },
  { id: 'update_email', own: true },
  { id: 'change_password', own: true },
  { id: 'two_factor', own: true },
  { id: 'passkeys', own: true },
  { id: 'sessions', own: true },
  { id: 'company', right: 'company.edit' },
  { id: 'people', right: 'people.read' },
  { id: 'billing', right: 'billing.read' },
  { id: 'api_keys', right: 'api_keys.manage', own: true },
  { id: 'delete_account', own: true },
] as const satisfies readonly { id: string; right?: Right; own?: true }[]

export type PaneId = (typeof allPanes)[number]['id']

/** The panes that this person sees. */
export const visiblePanes = ({
  abilities,
  impersonatedBy,
}: Pick<Me, 'abilities' | 'impersonatedBy'>): PaneId[] =>
  allPanes
    .filter((pane) => !('right' in pane) || abilities[pane.right])
    .filter((pane) => !('own' in pane) || impersonatedBy === null)
    .map(({ id }) => id)
