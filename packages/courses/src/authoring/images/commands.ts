import type { UserActor } from '@freeor/kernel/actor'
import { takePicture } from '@freeor/storage/pictures/take-picture'
import { requireLessonEditor } from '../require-editor.ts'
import type { ImageDeps } from './ports.ts'
import type { ImageAnswer } from './schema.ts'

export type NewImage = {
  readonly actor: UserActor
  readonly lessonId: string
  readonly name: string
  /** Read only once the user may upload. */
  readonly bytes: () => Promise<Buffer>
}

/** Where an account keeps its pictures. */
export const imageFolder = (accountId: string): string => `lessons/${accountId}`

/** The key of a picture in the file store. */
export const imageKey = (accountId: string, fileName: string): string =>
  `${imageFolder(accountId)}/${fileName}`

/** The address of a picture on the site. */
export const imagePath = (accountId: string, fileName: string): string =>
  `/api/lesson-images/${accountId}/${fileName}`

/**
 * Takes a picture for the lessons of an account. Nothing is stored before all of it is read and written anew.
 * @throws AppError not_found, forbidden; invalid_request for what is no picture, or too large a one
 */
export async function takeImage(
  deps: ImageDeps,
  { actor, lessonId, name, bytes }: NewImage,
): Promise<ImageAnswer> {
  const { companyId } = await requireLessonEditor(deps.db, actor, lessonId)
  const { userId } = actor
  return (await storeImage(deps, { companyId, userId, name, content: await bytes() })).answer
}

/** A picture of an account, whose right to it the caller has checked. */
export type OwnedImage = {
  readonly companyId: string
  readonly userId: string
  readonly name: string
  readonly content: Buffer
}

/**
 * Reads a picture, writes it anew and stores it. @returns its address, and the keys of its files
 * @throws AppError invalid_request for what is no picture, or too large a one
 */
export async function storeImage(
  deps: Pick<ImageDeps, 'files' | 'images'>,
  { companyId, userId, name, content }: OwnedImage,
): Promise<{ answer: ImageAnswer; keys: readonly string[] }> {
  const picture = { userId, folder: imageFolder(companyId), name, bytes: content }
  const { fileName, rasterName, ...taken } = await takePicture(deps, picture)
  const answer = { ...taken, src: imagePath(companyId, fileName), raster: imagePath(companyId, rasterName) }
  const keys = [...new Set([fileName, rasterName])].map((one) => imageKey(companyId, one))
  return { answer, keys }
}
