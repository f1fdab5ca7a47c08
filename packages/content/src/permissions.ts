/** What somebody may do with the documents of a collection. */
export const permissionKinds = ['read', 'write', 'delete'] as const
export type PermissionKind = (typeof permissionKinds)[number]

/** For each kind the entries that grant it: see `isEntry`. */
export type Permissions = { readonly [K in PermissionKind]: readonly string[] }

/** Who asks, as far as permissions go. */
export type ContentViewer = {
  /** Lower-cased, and only where it is proven: anybody could sign up with somebody else's address. */
  readonly email: string | null
  readonly isSuperAdmin: boolean
  readonly isAuthor: boolean
  readonly orgAdminOf: readonly string[]
}

/** Of a collection that nobody changed the permissions of. */
export const defaultPermissions: Permissions = {
  read: ['anyone'],
  write: ['super-admin'],
  delete: ['super-admin'],
}

const words = ['anyone', 'signed-in', 'author', 'super-admin']
const orgAdmin = 'org-admin:'
const address = /^[^\s@:]+@[^\s@:]+$/

/** Whether a text is an entry that can grant anything. Others are refused when a list is saved, and grant nothing. */
export const isEntry = (entry: string): boolean =>
  words.includes(entry) ||
  (entry.startsWith(orgAdmin) && entry.length > orgAdmin.length) ||
  address.test(entry)

/** Whether any entry depends on what somebody is to a site: an author, an admin of an organization. */
export const asksRoles = (permissions: Permissions): boolean =>
  permissionKinds.some((kind) =>
    permissions[kind].some((entry) => entry === 'author' || entry.startsWith(orgAdmin)),
  )

function grants(entry: string, viewer: ContentViewer | undefined): boolean {
  if (!isEntry(entry)) return false
  if (entry === 'anyone') return true
  if (!viewer) return false
  if (entry === 'signed-in') return true
  if (entry === 'author') return viewer.isAuthor
  if (entry === 'super-admin') return viewer.isSuperAdmin
  if (entry.startsWith(orgAdmin)) return viewer.orgAdminOf.includes(entry.slice(orgAdmin.length))
  return entry.toLowerCase() === viewer.email
}

/**
 * Whether a viewer may do something. A super admin may do everything: no list can lock all of them out.
 * @param viewer undefined for a visitor
 */
export const isGranted = (
  permissions: Permissions,
  kind: PermissionKind,
  viewer: ContentViewer | undefined,
): boolean => viewer?.isSuperAdmin === true || permissions[kind].some((entry) => grants(entry, viewer))
