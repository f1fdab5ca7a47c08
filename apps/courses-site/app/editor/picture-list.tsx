import { Button, FileButton } from '@mantine/core'
import { editorTexts } from '../texts/editor.ts'
import classes from './picture-list.module.css'
import { pictureTypes } from './upload-file.ts'
import { useUploads } from './use-uploads.ts'

const words = editorTexts.pictures

export type PictureListProps = {
  lessonId: string
  pictures: readonly string[]
  onPictures(change: (pictures: readonly string[]) => string[]): void
}

/** The pictures of a lesson: the first is the featured one. */
export function PictureList({ lessonId, pictures, onPictures }: PictureListProps) {
  const { news, addPictures } = useUploads(lessonId)
  return (
    <fieldset className={classes.pictures}>
      <legend>{words.heading}</legend>
      <ol>
        {pictures.map((src, at) => (
          <li key={src}>
            <img src={src} alt={words.numbered(at + 1)} />
            <div className={classes.buttons}>
              {at === 0 ? (
                <span className={classes.featured}>{words.featured}</span>
              ) : (
                <Button
                  variant="default"
                  onClick={() => onPictures((now) => [src, ...now.filter((one) => one !== src)])}
                >
                  {words.feature(at + 1)}
                </Button>
              )}
              <Button variant="default" onClick={() => onPictures((now) => now.filter((one) => one !== src))}>
                {words.remove(at + 1)}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <FileButton
        multiple
        accept={pictureTypes}
        onChange={(files) => void addPictures(files, (src) => onPictures((now) => [...now, src]))}
      >
        {(props) => (
          <Button {...props} variant="default" size="md">
            {words.add}
          </Button>
        )}
      </FileButton>
      <p role="status" className={classes.news}>
        {news}
      </p>
    </fieldset>
  )
}
