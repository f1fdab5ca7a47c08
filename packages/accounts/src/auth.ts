import { type Clock, systemClock } from '@freeor/kernel/clock'
import { AttemptLimiter } from './adapters/attempt-limiter.ts'
import { createPasswordHasher } from './adapters/password-hasher.ts'
import { revokeKeysOf } from './api-keys/commands.ts'
import type { IdentityProvider } from './identities/ports.ts'
import type { Auth, PasswordHasher } from './ports.ts'

/** What `createAuth` does not make itself. */
export type AuthDeps = Omit<Auth, MadeHere | 'clock' | 'passkeyHost' | 'identityProviders'> & {
  readonly clock?: Clock
  readonly passkeyHost?: string | undefined
  /** A test's; scrypt at its full cost unless told. */
  readonly hasher?: PasswordHasher | undefined
  readonly identityProviders?: readonly IdentityProvider[]
}

type MadeHere = 'secureCookies' | 'hasher' | 'limiter'

/** Wires the password hasher and the attempt limiter. Does not query the database yet. */
export function createAuth(deps: AuthDeps): Auth {
  if (deps.secret.length < 32) throw new Error('The session secret must have at least 32 characters')
  const [first, ...others] = deps.origins
  const origins = [new URL(first).origin, ...others.map((other) => new URL(other).origin)] as const
  const clock = deps.clock ?? systemClock
  return {
    ...deps,
    clock,
    origins: [...origins],
    passkeyHost: deps.passkeyHost,
    identityProviders: deps.identityProviders ?? [],
    secureCookies: origins.every((origin) => origin.startsWith('https://')),
    hasher: deps.hasher ?? createPasswordHasher(),
    limiter: new AttemptLimiter(deps.db, clock),
    onMemberRemoved: async (tx, removed) => {
      await revokeKeysOf(tx, removed)
      await deps.onMemberRemoved(tx, removed)
    },
  }
}
