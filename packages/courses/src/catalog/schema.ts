import { z } from 'zod'

/** A course as its viewer sees it. */
export const courseAnswer = z.object({
  _docId: z.string(),
  /** The owning account: its owner's uid. */
  aid: z.string(),
  name: z.string(),
  description: z.string(),
  themeColor: z.string(),
  favorite: z.boolean(),
  archived: z.boolean(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
  /** `courseName` is the name. */
  data: z.object({ courseName: z.string() }),
  /** Lessons that this viewer sees. */
  lessons: z.int(),
})

export type CourseAnswer = z.infer<typeof courseAnswer>

const videoTypes = ['youtube', 'vimeo', 'loom', 'html5'] as const

const lessonHead = z.object({
  _docId: z.string(),
  aid: z.string(),
  archived: z.boolean(),
  favorite: z.boolean(),
  themeColor: z.string(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
})

const lessonData = z.object({
  published: z.boolean(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  instructor: z.string(),
  /** From 1: the lesson's position among those that this viewer sees. */
  order: z.int(),
  /** Addresses of pictures, the first is the featured one. */
  videoThumb: z.array(z.string()),
  /** The name of the quiz and how many questions it has; the questions come with an attempt. */
  quiz: z.object({ name: z.string(), questions: z.int() }),
})

/** What this learner has done of a lesson. */
export const lessonState = z.object({
  /** Share of the video watched, 0 to 1; null while its length is unknown. */
  watched: z.number().min(0).max(1).nullable(),
  positionSeconds: z.number().nullable(),
  /** When the learner last watched or answered; null for a lesson not started. */
  lastSeen: z.iso.datetime().nullable(),
  /** The attempt that is not graded. */
  open: z.object({ attemptId: z.string(), answered: z.int(), questions: z.int() }).nullable(),
  /** The last graded attempt, and the best score of all. */
  graded: z
    .object({
      attemptId: z.string(),
      score: z.int(),
      questions: z.int(),
      gradedAt: z.iso.datetime(),
      best: z.int(),
    })
    .nullable(),
})

export type LessonState = z.infer<typeof lessonState>

/** A lesson in the list of its course: without the transcript and the video's address. */
export const listedLesson = lessonHead.extend({
  data: lessonData,
  durationSeconds: z.int().nullable(),
  /** Readable without an account. */
  isPreview: z.boolean(),
  /** Null for a visitor. */
  state: lessonState.nullable(),
})

export type ListedLesson = z.infer<typeof listedLesson>

const captionFile = z.object({
  id: z.string(),
  kind: z.enum(['captions', 'chapters']),
  language: z.string(),
  label: z.string(),
})

/** A lesson with everything that its page shows. */
export const lessonAnswer = listedLesson.extend({
  /** The courses it stands in that this viewer sees. */
  course: z.array(z.string()),
  data: lessonData.extend({
    transcript: z.string(),
    videoUrl: z.string(),
    videoType: z.enum(videoTypes),
  }),
  captions: z.array(captionFile),
})

export type LessonAnswer = z.infer<typeof lessonAnswer>

/** Where a learner left. */
export const continuation = z.object({
  courseId: z.string(),
  courseName: z.string(),
  /** Lessons of the course that are complete, of all. */
  done: z.int(),
  all: z.int(),
  lesson: listedLesson,
})

export type Continuation = z.infer<typeof continuation>

/** What anyone may know of a published lesson. */
export const publishedLesson = z.object({
  lessonId: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  durationSeconds: z.int().nullable(),
  publishedAt: z.iso.datetime(),
})

export type PublishedLesson = z.infer<typeof publishedLesson>
