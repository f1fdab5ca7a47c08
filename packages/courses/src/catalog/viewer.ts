import type { Actor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'

/** Whoever looks at courses. Drafts are missing lessons for everybody who may not see them. */
export type Viewer = {
  /** Undefined for a visitor. */
  readonly userId: string | undefined
  readonly seesDrafts: boolean
}

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
