import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Auth, Caller } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { companies, companyMembers, users } from '../tables.ts'
import type { ApiKey } from './schema.ts'
import { apiKeys } from './tables.ts'

/** Distinguishes a key from a session's token. */
export const apiKeyMark = 'frk_'

const usedEveryMs = 60_000

/** A key as its owner may see it. */
export function shownKey(row: typeof apiKeys.$inferSelect): ApiKey {
  const { id, name, prefix, scopes, dailyBudget, createdAt, expiresAt, lastUsedAt } = row
  return {
    ...{ id, name, prefix, scopes, dailyBudget },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The person's own keys for the company they work in, oldest first. */
export async function listApiKeys(tx: Tx, { userId, companyId }: CompanyScope): Promise<ApiKey[]> {
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.companyId, companyId)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
  return rows.map(shownKey)
}

/**
 * What orders with this key may take in a day; null without a limit.
 * @throws AppError unauthenticated for a key that was revoked meanwhile
 */
export async function readDailyBudget(tx: Tx, apiKeyId: string): Promise<number | null> {
  const [key] = await tx
    .select({ dailyBudget: apiKeys.dailyBudget })
    .from(apiKeys)
    .where(eq(apiKeys.id, apiKeyId))
  if (!key) throw new AppError('unauthenticated', 'This API key works no longer.')
  return key.dailyBudget
}

/** The API key that a request shows after `Bearer`, if it shows one. */
export function readApiKey(headers: Headers): string | undefined {
  const [, shown] = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return shown?.startsWith(apiKeyMark) ? shown : undefined
}

/**
 * The person a live key acts for, in the company it was made in, with their present role there: somebody who left has
 * no key any more. Never a super admin. Read anew for each call.
 */
export async function findKeyCaller(auth: Auth, key: string): Promise<Caller | undefined> {
  const found = await readKey(auth, key)
  if (!found || found.user.banned) return undefined
  const now = auth.clock.now()
  if (found.key.expiresAt && found.key.expiresAt <= now) return undefined
  await noteUse(auth, found.key.id, now)
  const { user, membership } = found
  return {
    actor: {
      kind: 'user',
      userId: user.id,
      email: user.email,
      name: user.name,
      emailVerified: user.emailVerified,
      verified: user.emailVerified || user.phoneVerifiedAt !== null,
      superAdmin: false,
      sessionId: found.key.id,
      apiKey: { id: found.key.id, scopes: found.key.scopes },
    },
    membership,
  }
}

async function readKey({ db }: Auth, key: string) {
  try {
    const [found] = await keyStatement(db).execute({ keyHash: hashLinkToken(key) })
    return found
  } catch (cause) {
    const message = 'Logging in is not possible right now. Please try again soon.'
    throw new AppError('unavailable', message, { cause })
  }
}

const keyStatement = preparedOnce((tx) =>
  tx
    .select({
      key: getTableColumns(apiKeys),
      user: getTableColumns(users),
      membership: {
        companyId: companies.id,
        companyName: companies.name,
        ownerUserId: companies.ownerUserId,
        role: companyMembers.role,
      },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(
      companyMembers,
      and(eq(companyMembers.userId, apiKeys.userId), eq(companyMembers.companyId, apiKeys.companyId)),
    )
    .innerJoin(companies, eq(companies.id, apiKeys.companyId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare('find_api_key'),
)

/** At most one write a minute per key, however often it is used. */
async function noteUse({ db }: Auth, id: string, now: Date): Promise<void> {
  const isLongAgo = or(
    isNull(apiKeys.lastUsedAt),
    lt(apiKeys.lastUsedAt, new Date(now.getTime() - usedEveryMs)),
  )
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), isLongAgo))
}
