import { type FieldUnit, type MergedFields, mergeFields } from '@freeor/kernel/merge/merge-fields'
import type { ThreeWays } from '@freeor/kernel/merge/merge-texts'
import { videoSource } from '../../catalog/video-source.ts'
import type { LessonContent, LessonField } from './schema.ts'

/** The transcript is merged by line and word; an address of a video means something only with its type. */
const units: readonly FieldUnit<LessonContent>[] = [
  { fields: ['title'] },
  { fields: ['description'] },
  { fields: ['instructor'] },
  { fields: ['transcript'], isText: true },
  { fields: ['videoUrl', 'videoType'] },
  { fields: ['videoThumb'] },
  { fields: ['durationSeconds'] },
  { fields: ['quizName'] },
  { fields: ['themeColor'] },
  { fields: ['favorite'] },
]

/** All fields that the editor of a lesson writes, in their order. */
const lessonFields: readonly LessonField[] = units.flatMap(({ fields }) => fields)

/** Merges two people's changes of a lesson. */
export const mergeContents = (sides: ThreeWays<LessonContent>): MergedFields<LessonContent> =>
  mergeFields(units, sides)

/** The fields in which two contents differ. */
export const differingFields = (one: LessonContent, other: LessonContent): LessonField[] =>
  lessonFields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))

/** What an author is told whose address does not fit the type of the video. */
const videoProblems: Readonly<Record<LessonContent['videoType'], string>> = {
  youtube:
    'That is not the address of a YouTube video. It looks like https://www.youtube.com/watch?v=… or https://youtu.be/…',
  vimeo: 'That is not the address of a Vimeo video. It looks like https://vimeo.com/123456789',
  loom: 'That is not the address of a Loom video. It looks like https://www.loom.com/share/…',
  html5: 'Please give the whole address of a video file. It begins with https://',
}

/** What is wrong with the address of a video; undefined for one that fits its type, and for none. */
export function videoProblem(video: Pick<LessonContent, 'videoUrl' | 'videoType'>): string | undefined {
  if (video.videoUrl.trim() === '' || videoSource(video)) return undefined
  return videoProblems[video.videoType]
}
