import { plainToMarkdown } from '../plain-to-markdown.ts'
import type { PictureFinder } from './found-pictures.ts'

export const pictureComesIn = 'Its pictures come in: written anew, without place, device and date'

/** How a text that is read shows a picture: as Markdown with the picture's key; undefined where it is not in the file. */
export const showPicture =
  (find: PictureFinder | undefined, changes: string[]) =>
  (source: string, alt: string): string | undefined => {
    const key = find?.(source.trim())
    if (key === undefined) return undefined
    changes.push(pictureComesIn)
    return `![${plainToMarkdown(alt.replace(/\s+/g, ' ').trim(), { isPart: true })}](picture:${key})`
  }
