import { AsyncLocalStorage } from 'node:async_hooks'

/** A request made under impersonation. */
export type Acting = {
  readonly impersonationId: string
  readonly actorUserId: string
  readonly subjectUserId: string
  readonly requestId: string
}

const running = new AsyncLocalStorage<Acting>()

/**
 * Runs a request under impersonation. Everything that it records in the audit trail, however deep in the call, names
 * the super admin as the actor. Refused: a parameter of every command, which one of them would forget.
 */
export function actingAs<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  return running.run(acting, work)
}

/** The impersonation that the running request was made under. */
export const currentActing = (): Acting | undefined => running.getStore()
