import { Button, FileButton, Stack } from '@mantine/core'
import { useState } from 'react'
import { pictureTypes, uploadPicture } from '../pictures/upload-picture.ts'
import { contentTexts } from './content-texts.ts'
import type { DocumentData } from './document.ts'

export type PictureButtonProps = Pick<DocumentData, 'board'> & {
  label: string
  onAdded(src: string, file: File): void
}

/** Uploads a picture for a document, and says how far it is. */
export function PictureButton({ board: { site, collection }, label, onAdded }: PictureButtonProps) {
  const words = contentTexts
  const [news, setNews] = useState('')
  const add = async (file: File | null) => {
    if (!file) return
    try {
      const { src, notice } = await uploadPicture({
        ...{ path: '/api/content-pictures', query: { site, collection }, file },
        notReached: words.pictureNotReached,
        onProgress: (share) => setNews(words.pictureProgress(file.name, Math.round(share * 100))),
      })
      onAdded(src, file)
      setNews(notice ?? '')
    } catch (error) {
      setNews(`${file.name}: ${error instanceof Error ? error.message : words.pictureNotReached}`)
    }
  }
  return (
    <Stack gap={4} align="flex-start">
      <FileButton accept={pictureTypes} onChange={(file) => void add(file)}>
        {(props) => (
          <Button {...props} variant="default">
            {label}
          </Button>
        )}
      </FileButton>
      <div role="status">{news}</div>
    </Stack>
  )
}
