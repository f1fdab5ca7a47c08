import { Readable } from 'node:stream'
import type { Limiter } from '@freeor/kernel/limiter'
import { compileImage } from './compile-image.ts'
import { imageName } from './image-name.ts'
import { randomPart } from './random-part.ts'

export type PictureDeps = {
  readonly files: {
    /** Stores the whole body or nothing. */
    write(key: string, body: Readable): Promise<unknown>
  }
  /** Pictures that are read at the same time. */
  readonly images: Pick<Limiter, 'run'>
}

export type NewPicture = {
  readonly userId: string
  /** Where it is kept, without a slash at the end. */
  readonly folder: string
  /** As the file was called. */
  readonly name: string
  readonly bytes: Buffer
}

export type TakenPicture = {
  readonly fileName: string
  /** The same as PNG or JPEG, for mail and share images; the file itself where it is none of SVG. */
  readonly rasterName: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** What its author should know, e.g. of a TIFF with several pages. */
  readonly notice: string | null
}

/**
 * Keeps a picture under a name that nobody can guess. Nothing is stored before all of it is read and written anew.
 * @throws AppError invalid_request for what is no picture, or too large a one
 */
export async function takePicture(
  { files, images }: PictureDeps,
  { userId, folder, name, bytes }: NewPicture,
): Promise<TakenPicture> {
  const image = await images.run({ key: userId }, async () => await compileImage(bytes))
  const prefix = randomPart()
  const store = async (ending: string, content: Buffer) => {
    const fileName = imageName(name, { random: prefix, ending })
    await files.write(`${folder}/${fileName}`, Readable.from([content]))
    return fileName
  }
  const rasterName = image.raster && (await store('png', image.raster))
  const fileName = await store(image.ending, image.bytes)
  const { width, height, notice } = image
  return {
    fileName,
    rasterName: rasterName ?? fileName,
    width,
    height,
    bytes: image.bytes.byteLength,
    notice,
  }
}
