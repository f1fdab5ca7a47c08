import { createHash } from 'node:crypto'

/** A picture that a question of the file shows, with its bytes as they stand in the file. */
export type FoundPicture = {
  /** Stands in the question's Markdown as `picture:KEY` until the picture is stored. */
  readonly key: string
  readonly name: string
  readonly bytes: Uint8Array
  /** The file of the package; undefined for one that stands inside of the questions' file. */
  readonly file?: string
}

/** Gives the key of the picture that a text names; undefined for one that is not in the file. */
export type PictureFinder = (source: string) => string | undefined

/** What a reader of one text is given: where to keep pictures, and where others of the file are found. */
export type TextPictures = { readonly kept: FoundPictures; readonly find: PictureFinder }

/** Of one file. More are left out, and said. */
const mostPictures = 200
/** Of all pictures of a file together. */
const mostPictureBytes = 50_000_000

export const pictureKey = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** The pictures of a file, each once, whoever shows it. */
export class FoundPictures {
  private readonly kept = new Map<string, FoundPicture>()
  private bytes = 0

  /** Undefined past the limits. */
  keep({ name, bytes, file }: Omit<FoundPicture, 'key'>): string | undefined {
    const key = pictureKey(bytes)
    if (this.kept.has(key)) return key
    if (this.kept.size >= mostPictures || this.bytes + bytes.byteLength > mostPictureBytes) return undefined
    this.bytes += bytes.byteLength
    this.kept.set(key, { key, name, bytes, ...(file !== undefined && { file }) })
    return key
  }

  /** Those that these questions show. */
  shownIn(texts: readonly string[]): FoundPicture[] {
    const keys = new Set(texts.flatMap(pictureKeysIn))
    return [...this.kept.values()].filter(({ key }) => keys.has(key))
  }
}

const pictureAddress = /\]\(picture:([\da-f]{32})\)/g

/** The keys of the pictures that a Markdown text shows. */
export const pictureKeysIn = (text: string): string[] =>
  [...text.matchAll(pictureAddress)].map(([, key = '']) => key)

/** What is escaped, where a picture begins, and what ends its words. */
const signs = /\\[^!]|!\[|\](?:\(picture:([\da-f]{32})\))?/gs

/**
 * In one pass: a pattern for the whole picture would look through the text again from each `![`.
 * @param replaced gives what stands for a picture of this key and these words; undefined where it is left out
 */
export function replacePictures(text: string, replaced: (key: string) => string | undefined): string {
  let written = ''
  let from = 0
  let open: number | undefined
  for (const { index, 0: sign, 1: key } of text.matchAll(signs)) {
    if (sign === '![') open ??= index
    if (!sign.startsWith(']')) continue
    if (open !== undefined && key !== undefined) {
      const words = text.slice(open + 2, index)
      const address = replaced(key)
      written += text.slice(from, open) + (address === undefined ? words : `![${words}](${address})`)
      from = index + sign.length
    }
    open = undefined
  }
  return written + text.slice(from)
}

const dataAddress = /^data:image\/([a-z+]{2,10});base64,([\da-z+/=\s]+)$/i

/** A picture that stands in the text itself. */
export function findInText(pictures: FoundPictures): PictureFinder {
  return (source) => {
    const [, kind, base64 = ''] = dataAddress.exec(source) ?? []
    if (kind === undefined) return undefined
    return pictures.keep({ name: `picture.${kind}`, bytes: Buffer.from(base64, 'base64') })
  }
}
