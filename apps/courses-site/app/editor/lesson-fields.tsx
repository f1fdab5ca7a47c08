import { themeColors } from '@freeor/content/theme-colors'
import type { LessonContent, LessonField } from '@freeor/courses/authoring/lessons/schema'
import { readTimestamp, writeClock } from '@freeor/courses/captions/timestamp'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { authoringTexts } from '../texts/authoring.ts'
import { editorTexts } from '../texts/editor.ts'
import type { ContentChanges } from './draft-engine.ts'
import { aroundFields } from './find-wrong-fields.ts'
import classes from './lesson-fields.module.css'
import { PictureList } from './picture-list.tsx'

const words = editorTexts
const { fields: labels } = words

type Problems = Partial<Record<LessonField, string>>

export type LessonFieldsProps = {
  lessonId: string
  content: LessonContent
  problems: Problems
  onEdit(changes: ContentChanges): void
}

/** The length of the video as `12:30`. What cannot be read waits in the field. */
function DurationField({ seconds, onSeconds }: { seconds: number; onSeconds(seconds: number): void }) {
  const written = seconds === 0 ? '' : writeClock(seconds)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? written
  const read = (next: string) => (next.trim() === '' ? 0 : readTimestamp(`${next.trim()}.0`))
  return (
    <TextInput
      size="md"
      label={labels.duration}
      inputMode="numeric"
      value={text}
      error={read(text) === undefined ? words.badDuration : undefined}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const next = read(value)
        if (next !== undefined) onSeconds(next)
      }}
      onBlur={() => read(text) !== undefined && setTyped(undefined)}
    />
  )
}

function VideoFields({ content, problems, onEdit }: LessonFieldsProps) {
  return (
    <>
      <NativeSelect
        size="md"
        label={labels.videoType}
        value={content.videoType}
        data={Object.entries(words.videoTypes).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          onEdit({ videoType: value as LessonContent['videoType'] })
        }
      />
      <TextInput
        size="md"
        label={labels.videoUrl}
        type="url"
        value={content.videoUrl}
        error={problems.videoUrl}
        onChange={({ currentTarget: { value } }) => onEdit({ videoUrl: value })}
      />
      <DurationField
        seconds={content.durationSeconds}
        onSeconds={(durationSeconds) => onEdit({ durationSeconds })}
      />
    </>
  )
}

/** The fields of a lesson beside its text. Each is saved as it is typed. */
export function LessonFields(props: LessonFieldsProps) {
  const { lessonId, content, problems, onEdit } = props
  return (
    <div className={classes.fields} {...aroundFields}>
      <TextInput
        size="md"
        label={labels.title}
        value={content.title}
        error={problems.title}
        onChange={({ currentTarget: { value } }) => onEdit({ title: value })}
      />
      <Textarea
        size="md"
        label={labels.description}
        autosize
        minRows={2}
        value={content.description}
        error={problems.description}
        onChange={({ currentTarget: { value } }) => onEdit({ description: value })}
      />
      <TextInput
        size="md"
        label={labels.instructor}
        value={content.instructor}
        error={problems.instructor}
        onChange={({ currentTarget: { value } }) => onEdit({ instructor: value })}
      />
      <PictureList
        lessonId={lessonId}
        pictures={content.videoThumb}
        onPictures={(change) => onEdit(({ videoThumb }) => ({ videoThumb: change(videoThumb) }))}
      />
      <VideoFields {...props} />
      <TextInput
        size="md"
        label={labels.quizName}
        value={content.quizName}
        error={problems.quizName}
        onChange={({ currentTarget: { value } }) => onEdit({ quizName: value })}
      />
      <NativeSelect
        size="md"
        label={labels.themeColor}
        value={content.themeColor}
        data={themeColors.map((value) => ({ value, label: authoringTexts.colors[value] }))}
        onChange={({ currentTarget: { value } }) => onEdit({ themeColor: value })}
      />
      <Checkbox
        size="md"
        label={labels.favorite}
        checked={content.favorite}
        onChange={({ currentTarget: { checked } }) => onEdit({ favorite: checked })}
      />
    </div>
  )
}
