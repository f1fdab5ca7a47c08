import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { UserActor } from '@freeor/kernel/actor'
import { requireLessonEditor } from '../require-editor.ts'
import { compileImage } from './compile-image.ts'
import { imageName } from './image-name.ts'
import type { ImageDeps } from './ports.ts'
import type { ImageAnswer } from './schema.ts'

export type NewImage = {
  readonly actor: UserActor
  readonly lessonId: string
  readonly name: string
  /** Read only once the user may upload. */
  readonly bytes: () => Promise<Buffer>
}

/** What makes the name of a stored file unguessable. */
export const randomPart = () =>
  [...randomBytes(16)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32] ?? '').join('')

/** The key of a picture in the file store. */
export const imageKey = (accountId: string, fileName: string): string => `lessons/${accountId}/${fileName}`

const imagePath = (accountId: string, fileName: string): string =>
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
  { files, images }: Pick<ImageDeps, 'files' | 'images'>,
  { companyId, userId, name, content }: OwnedImage,
): Promise<{ answer: ImageAnswer; keys: readonly string[] }> {
  const image = await images.run({ key: userId }, async () => await compileImage(content))
  const prefix = randomPart()
  const keys: string[] = []
  const store = async (ending: string, content: Buffer) => {
    const fileName = imageName(name, { random: prefix, ending })
    const key = imageKey(companyId, fileName)
    await files.write(key, Readable.from([content]))
    keys.push(key)
    return imagePath(companyId, fileName)
  }
  const raster = image.raster && (await store('png', image.raster))
  const src = await store(image.ending, image.bytes)
  const { width, height, notice } = image
  const bytes = image.bytes.byteLength
  return { answer: { src, raster: raster ?? src, width, height, bytes, notice }, keys }
}
