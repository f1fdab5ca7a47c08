import { type FieldUnit, type MergedFields, mergeFields } from '@freeor/kernel/merge/merge-fields'
import type { ThreeWays } from '@freeor/kernel/merge/merge-texts'
import { videoSource } from '../../catalog/video-source.ts'
import { lessonLengths, lessonSentences, longestVideo, mostPictures, uploadedPicture } from './limits.ts'
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
  lessonFields.filter(
    (field) => one[field] !== other[field] && JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )

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

type Rules = { readonly [F in LessonField]?: (content: LessonContent) => string | undefined }

const atMost = (text: string, length: number) => (text.length > length ? lessonSentences.tooLong : undefined)
const isBlank = (text: string) => text.trim() === ''

/** As the contract of a save has them, without its library: the page checks what it sends. */
const rules: Rules = {
  title: ({ title }) => (isBlank(title) ? lessonSentences.title : atMost(title, lessonLengths.title)),
  description: ({ description }) => atMost(description, lessonLengths.description),
  instructor: ({ instructor }) => atMost(instructor, lessonLengths.instructor),
  transcript: ({ transcript }) => atMost(transcript, lessonLengths.transcript),
  videoUrl: (content) => atMost(content.videoUrl, lessonLengths.videoUrl) ?? videoProblem(content),
  videoThumb: ({ videoThumb }) =>
    videoThumb.length > mostPictures ||
    videoThumb.some((picture) => picture.length > lessonLengths.picture || !uploadedPicture.test(picture))
      ? lessonSentences.picture
      : undefined,
  durationSeconds: ({ durationSeconds }) =>
    durationSeconds > longestVideo ? lessonSentences.tooLong : undefined,
  quizName: ({ quizName }) =>
    isBlank(quizName) ? lessonSentences.quizName : atMost(quizName, lessonLengths.quizName),
}

/** What is wrong with the fields of a lesson, by field: what a save would be refused for. */
export function lessonProblems(content: LessonContent): Partial<Record<LessonField, string>> {
  const problems: Partial<Record<LessonField, string>> = {}
  for (const field of lessonFields) {
    const problem = rules[field]?.(content)
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

/** A content whose wrong fields, with those that belong to them, are as they were before. */
export function withoutProblems(content: LessonContent, before: LessonContent): LessonContent {
  const problems = lessonProblems(content)
  const wrong = units.filter(({ fields }) => fields.some((field) => field in problems))
  const put = wrong.flatMap(({ fields }) => fields.map((field) => [field, before[field]]))
  return { ...content, ...Object.fromEntries(put) }
}
