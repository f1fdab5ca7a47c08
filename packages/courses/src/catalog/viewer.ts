import type { Actor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { memberAccounts } from '../authoring/require-editor.ts'

/**
 * Whoever looks at courses. Drafts are missing lessons for everybody who may not see them. Members of an account see
 * its drafts, whatever is said here.
 */
export type Viewer = {
  /** Undefined for a visitor. */
  readonly userId: string | undefined
  /** Those of every account. */
  readonly seesDrafts: boolean
}

/** Whether the viewer sees the drafts of the account whose id is in the column. */
export function seesDraftsOf({ userId, seesDrafts }: Viewer, companyId: Column): SQL {
  if (seesDrafts) return sql`true`
  return userId === undefined ? sql`false` : sql`${companyId} IN ${memberAccounts(userId)}`
}

/** As `seesDraftsOf` in a prepared statement: `viewerValues` says for whom it is run. */
export const seesDraftsAsAsked = (companyId: Column): SQL =>
  sql`(${sql.placeholder('seesDrafts')}::boolean OR ${companyId} IN ${memberAccounts(sql.placeholder('viewerId'))})`

/** The values of a prepared statement that asks `seesDraftsAsAsked`. */
export const viewerValues = ({ userId, seesDrafts }: Viewer) => ({ viewerId: userId ?? null, seesDrafts })

/** A super admin sees drafts, unless they act as somebody else. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind !== 'user') return { userId: undefined, seesDrafts: false }
  return { userId: actor.userId, seesDrafts: actor.superAdmin && actor.impersonatedBy === undefined }
}

/** What a visitor is told at a course or lesson that exists. */
const loginToView = 'Login or Create a Free account to view this Course'

/** Lets visitors know that there is something, once it is known to be visible. @throws AppError unauthenticated */
export function requireAccount({ userId }: Viewer): void {
  if (userId === undefined) throw new AppError('unauthenticated', loginToView)
}
