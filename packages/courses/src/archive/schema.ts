import { themeColors } from '@freeor/content/theme-colors'
import { z } from 'zod'
import { lessonLengths, longestVideo, mostPictures } from '../authoring/lessons/limits.ts'
import { captionKind, captionLanguage } from '../captions/schema.ts'
import { questionLimits } from '../questions/limits.ts'

/** What `course.json` says of itself: another kind of package, or one of a later version, is not read. */
export const courseFormat = { format: 'freeor-course', version: 1 } as const

const text = (length: number) => z.string().max(length)
const named = (length: number) => text(length).regex(/\S/, 'is empty')

/** `course.json`. The lessons are folders, in their order. */
export const courseFile = z.strictObject({
  format: z.literal(courseFormat.format),
  version: z.literal(courseFormat.version),
  name: named(120),
  description: text(1_000),
  themeColor: z.enum(themeColors),
  favorite: z.boolean(),
  lessons: z.array(z.string().regex(/^lessons\/[a-z0-9-]{1,100}$/, 'is no folder of a lesson')).max(1_000),
})
export type CourseFile = z.output<typeof courseFile>

/** A question that Moodle XML cannot say: without a key, or not the same when it is read again. */
const otherQuestion = z.strictObject({
  /** Its position among all questions of the lesson, from 0. */
  at: z.int().min(0).max(questionLimits.inLesson),
  question: named(questionLimits.questionLength),
  options: z.array(text(questionLimits.optionLength)).max(questionLimits.options),
  /** The position of the key among the options. */
  answer: z.int().min(0).nullable(),
  explanation: text(questionLimits.explanationLength).nullable(),
})

/** `lesson.json`, beside `transcript.md`, `questions.xml` and the captions. */
export const lessonFile = z.strictObject({
  slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, 'is no address of a lesson'),
  isPreview: z.boolean(),
  title: named(lessonLengths.title),
  description: text(lessonLengths.description),
  instructor: text(lessonLengths.instructor),
  videoType: z.enum(['youtube', 'vimeo', 'loom', 'html5']),
  videoUrl: text(lessonLengths.videoUrl),
  durationSeconds: z.int().min(0).max(longestVideo),
  videoThumb: z.array(text(lessonLengths.picture)).max(mostPictures),
  quizName: named(lessonLengths.quizName),
  themeColor: z.enum(themeColors),
  favorite: z.boolean(),
  captions: z
    .array(
      z.strictObject({
        file: z.string().regex(/^(captions|chapters)-[A-Za-z0-9-]{2,50}\.vtt$/, 'is no file of captions'),
        kind: captionKind,
        language: captionLanguage,
        label: named(100),
      }),
    )
    .max(100),
  otherQuestions: z.array(otherQuestion).max(questionLimits.inLesson),
})
export type LessonFile = z.output<typeof lessonFile>

/** What came in. */
export const courseImportAnswer = z.object({
  courseId: z.string(),
  name: z.string(),
  lessons: z.int(),
  questions: z.int(),
  pictures: z.int(),
  /** Pictures that were written anew, as they held more than pixels. */
  rewritten: z.array(z.string()),
})
export type CourseImportAnswer = z.infer<typeof courseImportAnswer>
