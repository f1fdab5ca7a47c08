import { readReturnsOf } from '@freeor/messaging/returned/queries'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, or } from 'drizzle-orm'
import { apiKeys } from '../api-keys/tables.ts'
import { listMemberships } from '../companies/queries.ts'
import { listErrorsOf } from '../error-log/queries.ts'
import { isIdentity } from '../identities/queries.ts'
import { invitations } from '../invitations/tables.ts'
import { passkeys } from '../passkeys/tables.ts'
import { findPhotoOf } from '../profile/photos/queries.ts'
import { getProfile } from '../profile/queries.ts'
import { accounts, auditLog, companies, sessions, users } from '../tables.ts'
import { readTwoFactor } from '../two-factor/queries.ts'

/** What accounts keep about a person, without any secret: this package's part of the export. */
export async function readPersonalData(tx: Tx, userId: string) {
  const profile = await getProfile(tx, userId)
  const [account] = await tx
    .select({ id: users.id, createdAt: users.createdAt, updatedAt: users.updatedAt })
    .from(users)
    .where(eq(users.id, userId))
  return {
    account,
    profile,
    // WebP in base64; null for who uploaded none.
    photo: (await findPhotoOf(tx, userId))?.toString('base64') ?? null,
    twoFactor: await readTwoFactor(tx, userId),
    companies: await listMemberships(tx, userId),
    invitations: await tx
      .select({ company: companies.name, role: invitations.role, status: invitations.status })
      .from(invitations)
      .innerJoin(companies, eq(companies.id, invitations.companyId))
      .where(or(eq(invitations.userId, userId), eq(invitations.email, profile.userProfile.email))),
    sessions: await tx
      .select({
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        ipAddress: sessions.ipAddress,
        userAgent: sessions.userAgent,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    apiKeys: await tx
      .select({
        name: apiKeys.name,
        prefix: apiKeys.prefix,
        scopes: apiKeys.scopes,
        dailyBudget: apiKeys.dailyBudget,
      })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    passkeys: await tx
      .select({
        name: passkeys.name,
        host: passkeys.rpId,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    identities: await tx
      .select({ issuer: accounts.providerId, linkedAt: accounts.createdAt, lastUsedAt: accounts.updatedAt })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), isIdentity)),
    // Mail to the person's address that came back, and whether that stops further mail.
    mail: await readReturnsOf(tx, profile.userProfile.email),
    // What the log of errors keeps with the person's id and address.
    errors: await listErrorsOf(tx, userId),
    actions: await tx
      .select({ at: auditLog.at, action: auditLog.action, ipAddress: auditLog.ipAddress })
      .from(auditLog)
      .where(eq(auditLog.actorUserId, userId))
      .orderBy(asc(auditLog.sequence)),
  }
}
