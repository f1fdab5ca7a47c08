import { Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { writeBox } from '../frame/form-texts.ts'
import { wordsOf } from '../pictures/upload-picture.ts'
import { contentTexts } from './content-texts.ts'
import type { DocumentData } from './document.ts'
import classes from './document-form.module.css'
import { PictureButton } from './picture-button.tsx'

type PictureFieldProps = Pick<DocumentData, 'board'> & {
  field: string
  fields: Readonly<Record<string, string>>
}

/** A picture with the words for readers who do not see it. Emptying its path takes it away. */
export function PictureField({ board, field, fields }: PictureFieldProps) {
  const words = contentTexts
  const [src, setSrc] = useState(fields[`${field}.src`] ?? '')
  const path = useRef<HTMLInputElement>(null)
  const alt = useRef<HTMLInputElement>(null)
  return (
    <Stack gap="xs">
      {/^\/[\w./-]+$/.test(src) ? <img src={src} alt="" className={classes.picture} /> : null}
      <PictureButton
        board={board}
        label={words.addPicture}
        onAdded={(added, file) => {
          if (path.current) writeBox(path.current, added)
          if (alt.current?.value === '') writeBox(alt.current, wordsOf(file))
        }}
      />
      <TextInput
        ref={path}
        name={`${field}.src`}
        label={words.pictureSrc}
        defaultValue={src}
        onInput={({ currentTarget }) => setSrc(currentTarget.value)}
      />
      <TextInput
        ref={alt}
        name={`${field}.alt`}
        label={words.pictureAlt}
        defaultValue={fields[`${field}.alt`] ?? ''}
      />
    </Stack>
  )
}
