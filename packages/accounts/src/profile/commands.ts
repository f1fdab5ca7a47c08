import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../commands.ts'
import type { Auth } from '../ports.ts'
import { users } from '../tables.ts'
import { forgetPhoto } from './photos/commands.ts'
import { isUploaded } from './photos/schema.ts'
import { getProfile, type Profile } from './queries.ts'
import type { UserProfileInput } from './schema.ts'

type Origin = { readonly now: Date; readonly address: string }

/**
 * Changes the fields of the person's profile that are sent, in the caller's transaction. A new telephone number is
 * unproven.
 * @throws AppError invalid_request for an email that is not the account's, and for the address of another's photo
 */
export async function changeProfileIn(
  tx: Tx,
  actor: UserActor,
  input: UserProfileInput,
  { now, address }: Origin,
): Promise<{ created: boolean }> {
  const [before] = await tx.select().from(users).where(eq(users.id, actor.userId)).for('update')
  if (!before) throw new AppError('not_found', 'There is no such person')
  if (input.email !== undefined && input.email.toLowerCase() !== before.email)
    throw new AppError('invalid_request', 'Please update the email under update email.')
  const { name = before.name, phone = before.phone } = input
  // An empty text removes a field; a field that was not sent stays.
  const org = input.org === undefined ? before.org : input.org || null
  const orgIsTyped = input.org === undefined ? before.orgIsTyped : org !== null && input.orgIsTyped === true
  const image = input.photoUrl === undefined ? before.image : input.photoUrl || null
  if (image !== before.image) {
    if (image !== null && isUploaded(image)) throw new AppError('invalid_request', 'Please upload the photo.')
    await forgetPhoto(tx, actor.userId)
  }
  const phoneVerifiedAt = phone === before.phone ? before.phoneVerifiedAt : null
  const after = { name, phone, org, orgIsTyped, image, phoneVerifiedAt, updatedAt: now }
  await tx.update(users).set(after).where(eq(users.id, actor.userId))
  await recordAudit(tx, {
    action: 'profile.changed',
    now,
    actorUserId: actor.userId,
    subjectUserId: actor.userId,
    ipAddress: address,
    details: { changed: Object.keys(input) },
  })
  return { created: before.phone === null && before.org === null }
}

/** As `changeProfileIn`, in a transaction of its own; returns the new profile. */
export async function changeProfile(
  auth: Auth,
  actor: UserActor,
  input: UserProfileInput,
  caller: { readonly address: string },
): Promise<Profile & { created: boolean }> {
  return await auth.db.transaction(async (tx) => {
    const origin = { now: auth.clock.now(), address: caller.address }
    const { created } = await changeProfileIn(tx, actor, input, origin)
    return { ...(await getProfile(tx, actor.userId)), created }
  })
}
