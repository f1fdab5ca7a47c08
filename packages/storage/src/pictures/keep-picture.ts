import { Readable } from 'node:stream'
import type { FileStore } from '../ports.ts'
import { readAll } from '../zip/write-zip.ts'
import { compileImage } from './compile-image.ts'
import { isCleanPicture } from './is-clean-picture.ts'
import { randomPart } from './random-part.ts'
import type { PictureDeps } from './take-picture.ts'

type KeepDeps = { readonly files: Pick<FileStore, 'read' | 'stat' | 'write'> } & Pick<PictureDeps, 'images'>

export type KeptPicture = {
  /** What it is called here: as before, unless another picture has that name or it had to be written anew. */
  readonly fileName: string
  /** Of a file that was not there before. */
  readonly written: readonly string[]
}

/**
 * Keeps a picture that comes back in a package. One that is clean is kept as it is, under its name; any other is written
 * anew, as an upload is. A picture that is there already is never overwritten.
 * @throws AppError invalid_request for what is no picture
 */
export async function keepPicture(
  { files, images }: KeepDeps,
  given: {
    readonly userId: string
    readonly folder: string
    readonly fileName: string
    readonly bytes: Buffer
  },
): Promise<KeptPicture> {
  const { userId, folder, fileName, bytes } = given
  const ending = fileName.split('.').at(-1) ?? ''
  // Read whole in any case: a picture that no browser can show is refused.
  const compiled = await images.run({ key: userId }, async () => await compileImage(bytes))
  const isKept = await isCleanPicture(bytes, ending)
  const content = isKept ? bytes : compiled.bytes
  const named = isKept ? fileName : fileName.replace(/\.\w+$/, `.${compiled.ending}`)
  const name = (await isFree(files, `${folder}/${named}`, content)) ? named : renamed(named)
  const written: string[] = []
  const store = async (key: string, stored: Buffer) => {
    if (await files.stat(key)) return
    await files.write(key, Readable.from([stored]))
    written.push(key)
  }
  if (compiled.raster) await store(`${folder}/${name.replace(/\.svg$/, '.png')}`, compiled.raster)
  await store(`${folder}/${name}`, content)
  return { fileName: name, written }
}

/** The name is free, or the very same picture has it. */
async function isFree(files: KeepDeps['files'], key: string, content: Buffer): Promise<boolean> {
  const found = await files.stat(key)
  if (!found) return true
  return found.bytes === content.byteLength && content.equals(await readAll(await files.read(key)))
}

const renamed = (fileName: string): string => randomPart() + fileName.slice(16)
