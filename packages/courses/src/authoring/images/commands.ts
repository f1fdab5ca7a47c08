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

const random = () =>
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
  { db, files, images }: ImageDeps,
  { actor, lessonId, name, bytes }: NewImage,
): Promise<ImageAnswer> {
  const { companyId } = await requireLessonEditor(db, actor, lessonId)
  const content = await bytes()
  const image = await images.run({ key: actor.userId }, async () => await compileImage(content))
  const prefix = random()
  const store = async (ending: string, content: Buffer) => {
    const fileName = imageName(name, { random: prefix, ending })
    await files.write(imageKey(companyId, fileName), Readable.from([content]))
    return imagePath(companyId, fileName)
  }
  const raster = image.raster && (await store('png', image.raster))
  const src = await store(image.ending, image.bytes)
  const { width, height, notice } = image
  return { src, raster: raster ?? src, width, height, bytes: image.bytes.byteLength, notice }
}
