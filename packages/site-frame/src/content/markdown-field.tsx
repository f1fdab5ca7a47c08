import { Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { writeBox } from '../frame/form-texts.ts'
import { wordsOf } from '../pictures/upload-picture.ts'
import { contentTexts } from './content-texts.ts'
import type { DocumentData } from './document.ts'
import { PictureButton } from './picture-button.tsx'

type MarkdownFieldProps = Pick<DocumentData, 'board'> & {
  name: string
  label: string
  defaultValue: string
}

/** A text in Markdown. An uploaded picture is written where the caret stands. */
export function MarkdownField({ board, ...given }: MarkdownFieldProps) {
  const words = contentTexts
  const box = useRef<HTMLTextAreaElement>(null)
  const insert = (src: string, file: File) => {
    if (!box.current) return
    const { value, selectionEnd: at } = box.current
    writeBox(box.current, `${value.slice(0, at)}\n\n![${wordsOf(file)}](${src})\n\n${value.slice(at)}`)
  }
  return (
    <Stack gap="xs">
      <Textarea ref={box} {...given} description={words.markdown} autosize minRows={10} maxRows={40} />
      <PictureButton board={board} label={words.addPictureToText} onAdded={insert} />
    </Stack>
  )
}
