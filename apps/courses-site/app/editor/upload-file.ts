import type { TakenFile } from '@freeor/courses/authoring/files/schema'
import type { DetailedError, Upload } from 'tus-js-client'
import { editorTexts } from '../texts/editor.ts'

const words = editorTexts.pictures

/** What the server takes; what a file really is, it finds out by itself. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/svg+xml,image/tiff,image/webp'

const pieceBytes = 1024 * 1024

export type FileUpload = {
  readonly lessonId: string
  readonly file: File
  /** From 0 to 1. */
  onProgress?(share: number): void
  /** The network is away; the upload goes on by itself when it is back. */
  onWaiting?(): void
}

/**
 * Uploads a file for a lesson, piece by piece: what was cut off goes on where it stopped, also after the page was closed
 * and the same file is chosen again.
 * @throws Error with a sentence for the author
 */
export async function uploadFile({ lessonId, file, onProgress, onWaiting }: FileUpload): Promise<TakenFile> {
  const { Upload } = await import('tus-js-client')
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `/api/lesson-uploads?${new URLSearchParams({ lessonId })}`,
      chunkSize: pieceBytes,
      retryDelays: [0, 1_000, 3_000, 10_000],
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onProgress: (sent, all) => onProgress?.(sent / Math.max(1, all)),
      onSuccess: () => resolve(upload.url ?? ''),
      onError(error) {
        if (navigator.onLine) return reject(new Error(sentenceIn(error)))
        onWaiting?.()
        window.addEventListener('online', () => upload.start(), { once: true })
      },
    })
    void startOrContinue(upload)
  })
  const uploadId = new URL(url, window.location.origin).pathname.split('/').at(-1) ?? ''
  const answer = await fetch(`/api/lessons/${lessonId}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId }),
  }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  if (answer?.ok) return body as TakenFile
  throw new Error(detailIn(body))
}

async function startOrContinue(upload: Upload): Promise<void> {
  const [previous] = await upload.findPreviousUploads().catch(() => [])
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
}

const detailIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : words.notReached

/** What the server answered, in its own words. */
function sentenceIn(error: Error | DetailedError): string {
  try {
    const text = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
    return detailIn(JSON.parse(text ?? '{}'))
  } catch {
    return words.notReached
  }
}
