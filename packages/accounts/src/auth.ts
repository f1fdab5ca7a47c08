import { type Clock, systemClock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { AttemptLimiter } from './adapters/attempt-limiter.ts'
import { handleAuthRequest } from './adapters/auth-routes.ts'
import { type BetterAuth, buildBetterAuth, usesSecureCookies } from './adapters/better-auth.ts'
import { createPasswordHasher, type PasswordHasher } from './adapters/password-hasher.ts'
import { revokeKeysOf } from './api-keys/commands.ts'
import type {
  OnAccountDeleted,
  OnCompanyCreated,
  OnEmailChanged,
  OnMemberRemoved,
  OnOwnerChanged,
  QueueAccountMail,
  QueueAccountSms,
  SeatsOf,
} from './ports.ts'

export type AuthDeps = {
  readonly db: Database
  readonly clock?: Clock
  /** At least 32 characters, kept in the data folder: it signs sessions. */
  readonly secret: string
  /** Origins of the two sites, e.g. `http://localhost:3000`. Links in mail lead to no other. */
  readonly sites: { readonly leads: string; readonly courses: string }
  readonly queueMail: QueueAccountMail
  readonly queueSms: QueueAccountSms
  readonly onCompanyCreated: OnCompanyCreated
  readonly onMemberRemoved: OnMemberRemoved
  readonly onEmailChanged: OnEmailChanged
  readonly onAccountDeleted: OnAccountDeleted
  readonly onOwnerChanged: OnOwnerChanged
  readonly seatsOf: SeatsOf
}

/** Everything signing in needs, wired once. */
export type Auth = {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
  readonly sites: { readonly leads: string; readonly courses: string }
  readonly secureCookies: boolean
  readonly hasher: PasswordHasher
  readonly limiter: AttemptLimiter
  readonly betterAuth: BetterAuth
  readonly queueMail: QueueAccountMail
  readonly queueSms: QueueAccountSms
  readonly onCompanyCreated: OnCompanyCreated
  readonly onMemberRemoved: OnMemberRemoved
  readonly onEmailChanged: OnEmailChanged
  readonly onAccountDeleted: OnAccountDeleted
  readonly onOwnerChanged: OnOwnerChanged
  readonly seatsOf: SeatsOf
  /**
   * Answers a request under `/api/auth`. `clientAddress` is the peer of the socket, or what a configured proxy says.
   * @throws AppError for every refusal.
   */
  handle(request: Request, clientAddress: string): Promise<Response>
}

/** Wires better-auth, the password hasher and the attempt limiter. Does not touch the database yet. */
export function createAuth(deps: AuthDeps): Auth {
  if (deps.secret.length < 32) throw new Error('The session secret must have at least 32 characters')
  const sites = { leads: new URL(deps.sites.leads).origin, courses: new URL(deps.sites.courses).origin }
  const origins = [sites.leads, sites.courses] as const
  const clock = deps.clock ?? systemClock
  const hasher = createPasswordHasher()
  const auth: Auth = {
    db: deps.db,
    clock,
    secret: deps.secret,
    sites,
    secureCookies: usesSecureCookies(origins),
    hasher,
    limiter: new AttemptLimiter(deps.db, clock),
    betterAuth: buildBetterAuth({ db: deps.db, secret: deps.secret, origins: [...origins], hasher }),
    queueMail: deps.queueMail,
    queueSms: deps.queueSms,
    onCompanyCreated: deps.onCompanyCreated,
    onMemberRemoved: async (tx, removed) => {
      await revokeKeysOf(tx, removed)
      await deps.onMemberRemoved(tx, removed)
    },
    onEmailChanged: deps.onEmailChanged,
    onAccountDeleted: deps.onAccountDeleted,
    onOwnerChanged: deps.onOwnerChanged,
    seatsOf: deps.seatsOf,
    handle: (request, clientAddress) => handleAuthRequest(auth, request, clientAddress),
  }
  return auth
}
