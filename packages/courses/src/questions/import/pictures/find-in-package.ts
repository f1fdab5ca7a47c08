import { posix } from 'node:path'
import type { ZippedFile } from '@freeor/storage/zip/read-zip'
import type { FoundPictures, PictureFinder } from './found-pictures.ts'

const pictureName = /\.(jpe?g|png|gif|svg|tiff?|webp)$/i

export const isPictureName = (name: string): boolean => pictureName.test(name)

/** What programs write for the folder of a cartridge's files, as Canvas and Common Cartridge do. */
const fileBase =
  /^(?:\.\.\/)*(?:\$|%24)(?:IMS[-_]CC[-_]FILEBASE|IMS[-_]FILEBASE|CANVAS_OBJECT_REFERENCE)(?:\$|%24)\/?/i

/** A path as it stands in an address, without its query; programs of Windows also write it with backslashes. */
export function pathIn(source: string): string {
  const path = source.replace(/[?#].*$/s, '').replaceAll('\\', '/')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Finds pictures in the other files of a package: by the path from the file that names them, and by the end of the path
 * where a program names its own folder of files. Two files that would fit are no picture: a wrong one would change what
 * is asked.
 * @param from the file whose texts are read
 */
export function findInPackage(
  files: readonly ZippedFile[],
  from: string,
  pictures: FoundPictures,
): PictureFinder {
  const byName = new Map(files.filter(({ name }) => isPictureName(name)).map((file) => [file.name, file]))
  const find = (source: string): ZippedFile | undefined => {
    if (/^[a-z]+:|^\/\//i.test(source)) return undefined
    const isBased = fileBase.test(source)
    const path = pathIn(source.replace(fileBase, ''))
    const beside = posix.join(posix.dirname(from), path)
    const exact = isBased ? undefined : byName.get(beside)
    if (exact) return exact
    const tail = path.replace(/^(?:\.{0,2}\/)+/, '')
    if (tail === '') return undefined
    const fitting = [...byName.values()].filter(({ name }) => name === tail || name.endsWith(`/${tail}`))
    return fitting.length === 1 ? fitting[0] : undefined
  }
  return (source) => {
    const file = find(source)
    if (!file?.bytes) return undefined
    return pictures.keep({ name: posix.basename(file.name), bytes: file.bytes, file: file.name })
  }
}
