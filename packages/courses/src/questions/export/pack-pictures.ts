import { buffer } from 'node:stream/consumers'
import type { FileStore } from '@freeor/storage/ports'
import { picturesIn } from '../../archive/picture-links.ts'
import { imageKey, imagePath } from '../../authoring/images/commands.ts'
import { pictureKey } from '../import/pictures/found-pictures.ts'

/** A picture that stands in an exported file. */
export type PackedPicture = { readonly name: string; readonly bytes: Buffer; readonly key: string }

/** By their addresses here. */
export type PackedPictures = ReadonlyMap<string, PackedPicture>

/** Of one file, all pictures together: what is past it keeps its address here. */
const mostBytes = 20_000_000

/** The pictures that texts show, read from where they are kept; without those that are gone. */
export async function packPictures(
  files: Pick<FileStore, 'read' | 'stat'>,
  texts: readonly string[],
): Promise<PackedPictures> {
  const packed = new Map<string, PackedPicture>()
  let left = mostBytes
  for (const { accountId, fileName } of picturesIn(texts.join('\n'))) {
    const stored = await files.stat(imageKey(accountId, fileName))
    if (!stored || stored.bytes > left) continue
    left -= stored.bytes
    const bytes = await buffer(await files.read(imageKey(accountId, fileName)))
    packed.set(imagePath(accountId, fileName), { name: fileName, bytes, key: pictureKey(bytes) })
  }
  return packed
}
