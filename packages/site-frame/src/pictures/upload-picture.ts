/** What the server takes; what a file really is, it finds out by itself. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/svg+xml,image/tiff,image/webp'

const longestName = 300

export type PictureUpload = {
  /** The call that takes it, and what it is asked with besides the name. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly file: File
  /** What is said where the server was not reached. */
  readonly notReached: string
  /** From 0 to 1. */
  onProgress?(share: number): void
}

export type UploadedPicture = { readonly src: string; readonly notice: string | null }

/**
 * Uploads a picture. `fetch` tells nothing of how far a body is.
 * @throws Error with a sentence for the author
 */
export async function uploadPicture(upload: PictureUpload): Promise<UploadedPicture> {
  const { path, file, notReached, onProgress } = upload
  const query = new URLSearchParams({ ...upload.query, name: file.name.slice(0, longestName) })
  const request = new XMLHttpRequest()
  request.open('POST', `${path}?${query}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(loaded / Math.max(1, total)),
  )
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => reject(new Error(notReached)))
    request.send(file)
  })
  const answer: unknown = request.response
  if (request.status === 201) return answer as UploadedPicture
  const hasDetail = typeof answer === 'object' && answer !== null && 'detail' in answer
  throw new Error(hasDetail ? String(answer.detail) : notReached)
}

/** A file's name as the words for readers who do not see the picture, until its author writes better ones. */
export const wordsOf = ({ name }: File): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[[\]_-]+/g, ' ')
    .trim()
