import { useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import { uploadPicture } from './upload-picture.ts'

const words = editorTexts.pictures

export type Pictures = {
  /** What is happening, or why it did not; empty when there is nothing to say. */
  readonly news: string
  /** Uploads one after the other, and gives each one's address as soon as it is there. */
  add(files: readonly File[], onAdded: (src: string, file: File) => void): Promise<void>
}

/** Pictures on their way to the server. */
export function usePictures(lessonId: string): Pictures {
  const [news, setNews] = useState('')
  return {
    news,
    async add(files, onAdded) {
      const told: string[] = []
      for (const file of files) {
        const onProgress = (share: number) => setNews(words.progress(file.name, Math.round(share * 100)))
        try {
          const { src, notice } = await uploadPicture({ lessonId, file, onProgress })
          onAdded(src, file)
          if (notice !== null) told.push(notice)
        } catch (error) {
          told.push(`${file.name}: ${error instanceof Error ? error.message : words.notReached}`)
        }
      }
      setNews(told.join(' '))
    },
  }
}
