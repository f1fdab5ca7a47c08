import { apiKeys } from '@freeor/accounts/api-keys/tables'
import { profilePhotos } from '@freeor/accounts/profile/photos/tables'
import { resolveActor } from '@freeor/accounts/sessions/queries'
import { attemptCounters, sessions } from '@freeor/accounts/tables'
import { beginTwoFactor } from '@freeor/accounts/two-factor/commands'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { newId, newSecret } from '@freeor/kernel/ids'
import { and, eq, isNull, like, or } from 'drizzle-orm'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

const hourMs = 3_600_000

/** As if the person had just given their password again in all their sessions; short-lived tokens cannot have it. */
export async function freshen({ deps: { db, clock } }: TestSystem, { userId }: Person): Promise<void> {
  const isTheirs = and(eq(sessions.userId, userId), isNull(sessions.parentSessionId))
  await db.update(sessions).set({ reauthenticatedAt: clock.now() }).where(isTheirs)
}

/** A session of the person on another device. Gives its id. */
export async function addSession({ deps: { db, clock } }: TestSystem, { userId }: Person): Promise<string> {
  const id = newId('ses')
  const expiresAt = new Date(clock.now().getTime() + hourMs)
  await db.insert(sessions).values({ id, token: newSecret(), userId, expiresAt })
  return id
}

/** A photo of the person. Gives its id. */
export async function addPhoto({ db, clock }: TestSystem['deps'], { userId }: Person): Promise<string> {
  const id = newId('pho')
  const photo = { id, image: Buffer.from('a picture'), createdAt: clock.now() }
  await db
    .insert(profilePhotos)
    .values({ userId, ...photo })
    .onConflictDoUpdate({ target: profilePhotos.userId, set: photo })
  return id
}

/** An API key of the person whose secret nobody has. Gives its id. */
export async function addApiKey({ deps: { db, clock } }: TestSystem, as: Person): Promise<string> {
  const id = newId('key')
  const { userId, companyId } = as
  const shown = { name: 'Sample', prefix: 'frk_sample', scopes: ['search'] }
  await db
    .insert(apiKeys)
    .values({ id, ...shown, keyHash: newSecret(), userId, companyId, createdAt: clock.now() })
  return id
}

/** Deletes the person's keys, so that there is room for more. */
export async function clearApiKeys({ deps: { db } }: TestSystem, { userId }: Person): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.userId, userId))
}

/** Two-factor set up again and not confirmed, with every count of wrong codes forgotten. */
export async function beginAnew({ deps: { db, auth } }: TestSystem, as: Person): Promise<void> {
  await db.delete(twoFactors).where(eq(twoFactors.userId, as.userId))
  await forgetAttempts(db)
  const actor = await resolveActor(auth, new Headers({ cookie: as.cookie }))
  if (actor.kind === 'user') await beginTwoFactor(auth, actor)
}

async function forgetAttempts(db: TestSystem['deps']['db']): Promise<void> {
  const names = ['two-factor', 'code', 'code-day', 'reauthenticate', 'passkey'].map((name) =>
    like(attemptCounters.key, `${name}:account:%`),
  )
  await db.delete(attemptCounters).where(or(...names))
}

/** As if nobody had asked for a code or given a password again. */
export const forgetCodes = async ({ deps: { db } }: TestSystem): Promise<void> => await forgetAttempts(db)
