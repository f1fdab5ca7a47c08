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
 * Runs a request under impersonation, so that whatever it records in the audit trail, however deep, names the super
 * admin as the actor. Passing this through every command would let one forget it.
 */
export function actingAs<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  return running.run(acting, work)
}

/** The impersonation the running request was made under. */
export const currentActing = (): Acting | undefined => running.getStore()
