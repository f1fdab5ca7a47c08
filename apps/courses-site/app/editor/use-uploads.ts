import type { TakenFile } from '@freeor/courses/authoring/files/schema'
import { useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import { uploadFile } from './upload-file.ts'

const words = editorTexts.pictures

export type Uploads = {
  /** What is happening, or why it did not; empty when there is nothing to say. */
  readonly news: string
  /** Uploads one after the other, and gives what became of each as soon as it is there. */
  add(files: readonly File[], onTaken: (taken: TakenFile, file: File) => void): Promise<void>
  /** As `add`, where only pictures are wanted. */
  addPictures(files: readonly File[], onTaken: (src: string, file: File) => void): Promise<void>
}

/** Files on their way to the server. */
export function useUploads(lessonId: string): Uploads {
  const [news, setNews] = useState('')
  const add: Uploads['add'] = async (files, onTaken) => {
    const told: string[] = []
    for (const file of files) {
      const onProgress = (share: number) => setNews(words.progress(file.name, Math.round(share * 100)))
      const onWaiting = () => setNews(words.waiting(file.name))
      try {
        const taken = await uploadFile({ lessonId, file, onProgress, onWaiting })
        onTaken(taken, file)
        if (taken.kind === 'picture' && taken.notice !== null) told.push(taken.notice)
      } catch (error) {
        told.push(`${file.name}: ${error instanceof Error ? error.message : words.notReached}`)
      }
    }
    setNews(told.join(' '))
  }
  return {
    news,
    add,
    async addPictures(files, onTaken) {
      const others: string[] = []
      await add(files, (taken, file) => {
        if (taken.kind === 'picture') onTaken(taken.src, file)
        else others.push(words.noPicture(file.name))
      })
      if (others.length > 0) setNews(others.join(' '))
    },
  }
}
