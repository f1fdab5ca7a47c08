import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../../commands.ts'
import type { Auth } from '../../ports.ts'
import { users } from '../../tables.ts'
import { fitPhoto } from './fit-photo.ts'
import { photoPath } from './schema.ts'
import { profilePhotos } from './tables.ts'

type Caller = { readonly address: string }

async function setPhoto(tx: Tx, actor: UserActor, { image, now, address }: Setting): Promise<void> {
  const { userId } = actor
  await tx.update(users).set({ image, updatedAt: now }).where(eq(users.id, userId))
  await recordAudit(tx, {
    ...{ action: 'profile.changed', now, actorUserId: userId, subjectUserId: userId, ipAddress: address },
    details: { changed: ['photoUrl'] },
  })
}

type Setting = Caller & { readonly image: string | null; readonly now: Date }

/**
 * Makes a picture the photo of the caller's profile; the former one is gone, and so is its address.
 * @throws AppError invalid_request for anything but a JPEG, PNG, WebP or GIF that can be read
 */
export async function uploadPhoto(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  actor: UserActor,
  { bytes, address }: Caller & { readonly bytes: Buffer },
): Promise<{ photoUrl: string }> {
  const image = await fitPhoto(bytes)
  const now = clock.now()
  const photo = { id: newId('pho'), image, createdAt: now }
  const photoUrl = photoPath(photo.id)
  await db.transaction(async (tx) => {
    await tx
      .insert(profilePhotos)
      .values({ userId: actor.userId, ...photo })
      .onConflictDoUpdate({ target: profilePhotos.userId, set: photo })
    await setPhoto(tx, actor, { image: photoUrl, now, address })
  })
  return { photoUrl }
}

/** Removes the photo of the caller's profile, uploaded or not. */
export async function removePhoto(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  actor: UserActor,
  { address }: Caller,
): Promise<void> {
  await db.transaction(async (tx) => {
    await forgetPhoto(tx, actor.userId)
    await setPhoto(tx, actor, { image: null, now: clock.now(), address })
  })
}

/** Deletes what was uploaded, in the transaction that replaces it by an address or deletes the account. */
export async function forgetPhoto(tx: Tx, userId: string): Promise<void> {
  await tx.delete(profilePhotos).where(eq(profilePhotos.userId, userId))
}
