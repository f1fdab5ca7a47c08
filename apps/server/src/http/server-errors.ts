import { recordError, type Sufferer } from '@freeor/accounts/error-log/commands'
import type { Caller } from '@freeor/accounts/ports'
import type { Site } from '@freeor/kernel/site'
import type { Deps } from '../deps.ts'

type Failed = {
  error: unknown
  path: string
  device: string
  requestId: string
  site: Site
  caller: Caller | undefined
}

/** Errors being written at the same time. In a flood the log has them all, and the error log the first ones. */
const mostAtOnce = 8

/** Whom an error happened to. */
export function suffererOf(caller: Caller | undefined): Sufferer | undefined {
  if (!caller) return undefined
  const { actor, membership } = caller
  return { uid: actor.userId, id: membership?.ownerUserId ?? null, email: actor.email }
}

/** A failed statement's message ends with its values, which are people's data; what the database said is its cause. */
function describe(error: unknown): { error: string; errorInfo: string } {
  if (!(error instanceof Error)) return { error: String(error), errorInfo: '' }
  const why = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const [message = ''] = error.message.split('\nparams:')
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return { error: `${error.name}: ${message}${why}`, errorInfo: frames.join('\n') }
}

/**
 * Keeps unexpected errors of the server in the error log, while the answer goes out. What cannot be kept is only
 * logged: an error of the error log is never an error of a request, so a database that is away makes no loop.
 */
export function openServerErrors(deps: Pick<Deps, 'db' | 'clock' | 'log'>): (failed: Failed) => void {
  let writing = 0
  return ({ error, path, device, requestId, site, caller }) => {
    if (writing >= mostAtOnce) return
    writing += 1
    recordError(deps.db, {
      type: 'server',
      ...describe(error),
      location: path,
      device,
      site,
      requestId,
      sufferer: suffererOf(caller),
      now: deps.clock.now(),
    })
      .catch((cause: unknown) => deps.log.warn({ err: cause, requestId }, 'an error could not be kept'))
      .finally(() => {
        writing -= 1
      })
  }
}
