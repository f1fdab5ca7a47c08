import type { ImageAnswer } from '@freeor/courses/authoring/images/schema'
import { editorTexts } from '../texts/editor.ts'

const words = editorTexts.pictures

/** What the server takes; what a file really is, it finds out by itself. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/svg+xml,image/tiff,image/webp'

const longestName = 300

export type PictureUpload = {
  readonly lessonId: string
  readonly file: File
  /** From 0 to 1. */
  onProgress?(share: number): void
}

/**
 * Uploads a picture for a lesson. `fetch` tells nothing of how far a body is.
 * @throws Error with a sentence for the author
 */
export async function uploadPicture({ lessonId, file, onProgress }: PictureUpload): Promise<ImageAnswer> {
  const query = new URLSearchParams({ lessonId, name: file.name.slice(0, longestName) })
  const request = new XMLHttpRequest()
  request.open('POST', `/api/lesson-images?${query}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(loaded / Math.max(1, total)),
  )
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => reject(new Error(words.notReached)))
    request.send(file)
  })
  const answer: unknown = request.response
  if (request.status === 201) return answer as ImageAnswer
  const hasDetail = typeof answer === 'object' && answer !== null && 'detail' in answer
  throw new Error(hasDetail ? String(answer.detail) : words.notReached)
}

/** A file's name as the words for readers who do not see the picture, until its author writes better ones. */
export const wordsOf = ({ name }: File): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[[\]_-]+/g, ' ')
    .trim()
