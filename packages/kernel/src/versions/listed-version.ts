/** A version as a history lists it. */
export type ListedVersion = {
  readonly version: number
  readonly created: string
  /** Who saved it; null for what was there before the history began, and for users who are gone. */
  readonly by: { readonly uid: string; readonly name: string } | null
  readonly changed: string[]
  readonly restoredFrom: number | null
}

/** The same as a row, with the user it is joined to. */
export type VersionRow = {
  readonly version: number
  readonly createdAt: Date
  readonly uid: string | null
  readonly name: string | null
  readonly changed: string[]
  readonly restoredFrom: number | null
}

/** Versions that one call lists: one more is read, to know whether there are more. */
export const mostListed = 100

export const toListedVersion = ({
  version,
  createdAt,
  uid,
  name,
  changed,
  restoredFrom,
}: VersionRow): ListedVersion => ({
  ...{ version, changed, restoredFrom, created: createdAt.toISOString() },
  by: uid === null ? null : { uid, name: name ?? '' },
})

/** A page of a history, of at most one row more than `mostListed`. */
export const toVersionPage = (rows: readonly VersionRow[]) => ({
  versions: rows.slice(0, mostListed).map(toListedVersion),
  hasMore: rows.length > mostListed,
})
