import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { profilePhotos } from './tables.ts'

/** A photo by the id in its address, as WebP. @throws AppError not_found */
export async function getPhoto(tx: Tx, id: string): Promise<Buffer> {
  const [photo] = await tx.select().from(profilePhotos).where(eq(profilePhotos.id, id))
  if (!photo) throw new AppError('not_found', 'There is no such photo.')
  return photo.image
}

/** The photo that a user uploaded, for their personal data; undefined without one. */
export async function findPhotoOf(tx: Tx, userId: string): Promise<Buffer | undefined> {
  const [photo] = await tx.select().from(profilePhotos).where(eq(profilePhotos.userId, userId))
  return photo?.image
}
