import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import classes from './describe-picture.module.css'

const words = editorTexts.pictures

export type UploadedPicture = { readonly src: string; readonly name: string }

export type DescribePictureProps = {
  picture: UploadedPicture
  /** What else is asked. */
  children?: ReactNode
  /** @param alt empty for a picture that only decorates */
  onDescribed(alt: string): void
}

/** Asks for the words that stand for a picture to whoever does not see it. */
export function DescribePicture({ picture: { src, name }, children, onDescribed }: DescribePictureProps) {
  const [alt, setAlt] = useState('')
  const isDescribed = alt.trim() !== ''
  return (
    <fieldset className={classes.panel}>
      <legend>{words.describe(name)}</legend>
      <img src={src} alt="" className={classes.picture} />
      <div className={classes.fields}>
        <TextInput
          label={words.alt}
          description={words.altHint}
          value={alt}
          maxLength={500}
          size="md"
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (isDescribed) onDescribed(alt)
          }}
        />
        {children}
        <div className={classes.buttons}>
          <Button disabled={!isDescribed} onClick={() => onDescribed(alt)}>
            {words.useAlt}
          </Button>
          <Button variant="default" onClick={() => onDescribed('')}>
            {words.decorates}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

/** A picture in Markdown. Signs that would end the words early are left out of them. */
export const pictureMarkdown = (src: string, alt: string): string => `![${plainAlt(alt)}](${src})`

export const plainAlt = (alt: string): string =>
  alt
    .replaceAll(/[[\]\\`*_<>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
