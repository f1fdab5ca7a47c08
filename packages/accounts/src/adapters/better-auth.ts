import { newId } from '@freeor/kernel/ids'
import type { Database } from '@freeor/postgres/database'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { admin, bearer } from 'better-auth/plugins'
import { adminAc, userAc } from 'better-auth/plugins/admin/access'
import { passwordMaximumLength, passwordMinimumLength } from '../password-length.ts'
import { accounts, sessions, users, verifications } from '../tables.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Written by our server from the socket or a configured proxy; whatever a client sent under it is overwritten. */
export const clientAddressHeader = 'x-freeor-client-address'

const idPrefixes: Record<string, 'usr' | 'ses' | 'acc'> = { user: 'usr', session: 'ses', account: 'acc' }

export type BetterAuthDeps = {
  readonly db: Database
  readonly secret: string
  readonly origins: readonly [string, ...string[]]
  readonly hasher: PasswordHasher
}

/** `Secure` cookies only when both sites are https: a browser would drop them on the plain one. */
export function usesSecureCookies(origins: readonly string[]): boolean {
  return origins.every((origin) => origin.startsWith('https://'))
}

/**
 * better-auth for what it does well: passwords, sessions, cookies, bearer tokens and, later, impersonation. Its own
 * HTTP router is never mounted; our routes call its functions. Its sign-up is off and its reset has no sender: both
 * are our own transactions (see docs/decisions/004).
 */
export function buildBetterAuth({ db, secret, origins, hasher }: BetterAuthDeps) {
  return betterAuth({
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: passwordMinimumLength,
      maxPasswordLength: passwordMaximumLength,
      revokeSessionsOnPasswordReset: true,
      password: hasher,
    },
    session: {
      expiresIn: 30 * 24 * 60 * 60,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { parentSessionId: { type: 'string', required: false, input: false } },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'freeor',
      useSecureCookies: usesSecureCookies(origins),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newId(idPrefixes[model] ?? 'ver') },
    },
    plugins: [
      // Only a signed token: what stands in the database is not enough to be somebody.
      bearer({ requireSignature: true }),
      admin({
        defaultRole: 'user',
        adminRoles: ['super_admin'],
        roles: { user: userAc, super_admin: adminAc },
        impersonationSessionDuration: 60 * 60,
      }),
    ],
  })
}

export type BetterAuth = ReturnType<typeof buildBetterAuth>
