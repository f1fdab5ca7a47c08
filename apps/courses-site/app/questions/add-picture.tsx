import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { DraftAction, QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import { Button, FileButton, NativeSelect } from '@mantine/core'
import { type Dispatch, useState } from 'react'
import { DescribePicture, pictureMarkdown, type UploadedPicture } from '../editor/describe-picture.tsx'
import { pictureTypes } from '../editor/upload-file.ts'
import { useUploads } from '../editor/use-uploads.ts'
import { questionTexts } from '../texts/questions.ts'

const words = questionTexts

type Props = { lessonId: string; draft: QuestionDraft; onAction: Dispatch<DraftAction> }

const behind = (text: string, picture: string, between: string) =>
  text.trim() === '' ? picture : `${text.trimEnd()}${between}${picture}`

/** Uploads a picture, asks what it shows and where it is to stand, and writes it there. */
export function AddPicture({ lessonId, draft, onAction }: Props) {
  const { news, addPictures } = useUploads(lessonId)
  const [picture, setPicture] = useState<UploadedPicture>()
  const [place, setPlace] = useState('question')
  const insert = (alt: string) => {
    if (!picture) return
    const markdown = pictureMarkdown(picture.src, alt)
    const option = draft.options.find(({ key }) => key === place)
    if (option) onAction({ type: 'option', key: option.key, text: behind(option.text, markdown, ' ') })
    else if (place === 'explanation')
      onAction({ type: 'explanation', text: behind(draft.explanation, markdown, '\n\n') })
    else onAction({ type: 'question', text: behind(draft.question, markdown, '\n\n') })
    setPicture(undefined)
  }
  const places = [
    { value: 'question', label: words.question },
    ...draft.options.map(({ key }, at) => ({ value: key, label: words.option(letterOf(at)) })),
    { value: 'explanation', label: words.explanation },
  ]
  return (
    <>
      <FileButton
        accept={pictureTypes}
        onChange={(file) => void (file && addPictures([file], (src, { name }) => setPicture({ src, name })))}
      >
        {(props) => (
          <Button {...props} variant="default">
            {words.addPicture}
          </Button>
        )}
      </FileButton>
      <span role="status">{news}</span>
      {picture ? (
        <DescribePicture key={picture.src} picture={picture} onDescribed={insert}>
          <NativeSelect
            label={words.picturePart}
            size="md"
            value={place}
            data={places}
            onChange={({ currentTarget }) => setPlace(currentTarget.value)}
          />
        </DescribePicture>
      ) : null}
    </>
  )
}
