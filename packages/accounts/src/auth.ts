import { type Clock, systemClock } from '@freeor/kernel/clock'
import { AttemptLimiter } from './adapters/attempt-limiter.ts'
import { createPasswordHasher } from './adapters/password-hasher.ts'
import { revokeKeysOf } from './api-keys/commands.ts'
import type { Auth } from './ports.ts'

/** What `createAuth` does not make itself. */
export type AuthDeps = Omit<Auth, 'clock' | 'secureCookies' | 'hasher' | 'limiter' | 'passkeyHost'> & {
  readonly clock?: Clock
  readonly passkeyHost?: string | undefined
}

/** Wires the password hasher and the attempt limiter. Does not touch the database yet. */
export function createAuth(deps: AuthDeps): Auth {
  if (deps.secret.length < 32) throw new Error('The session secret must have at least 32 characters')
  const sites = { leads: new URL(deps.sites.leads).origin, courses: new URL(deps.sites.courses).origin }
  const clock = deps.clock ?? systemClock
  return {
    ...deps,
    clock,
    sites,
    passkeyHost: deps.passkeyHost,
    secureCookies: Object.values(sites).every((origin) => origin.startsWith('https://')),
    hasher: createPasswordHasher(),
    limiter: new AttemptLimiter(deps.db, clock),
    onMemberRemoved: async (tx, removed) => {
      await revokeKeysOf(tx, removed)
      await deps.onMemberRemoved(tx, removed)
    },
  }
}
