import { themeColors } from '@freeor/content/theme-colors'
import { z } from 'zod'
import { lessonLengths, lessonSentences, longestVideo, mostPictures, uploadedPicture } from './limits.ts'

/** An editor of another system may send its own line ends. */
const lines = (length: number) =>
  z
    .string()
    .max(length)
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))

/** As it is typed: a space that was just typed would be gone after a save. */
const line = (length: number) => z.string().max(length)
const notBlank = /\S/

const uploaded = z.string().max(lessonLengths.picture).regex(uploadedPicture, lessonSentences.picture)

/** The fields that the editor of a lesson writes. */
const contentFields = {
  title: line(lessonLengths.title).regex(notBlank, lessonSentences.title),
  description: line(lessonLengths.description),
  instructor: line(lessonLengths.instructor),
  /** Markdown. */
  transcript: lines(lessonLengths.transcript),
  /** An address that its type has, or none yet. */
  videoUrl: line(lessonLengths.videoUrl),
  videoType: z.enum(['youtube', 'vimeo', 'loom', 'html5']),
  /** Addresses of uploaded pictures, the first is the featured one. */
  videoThumb: z.array(uploaded).max(mostPictures),
  /** Of the video; 0 while it is unknown. */
  durationSeconds: z.int().min(0).max(longestVideo),
  quizName: line(lessonLengths.quizName).regex(notBlank, lessonSentences.quizName),
  themeColor: z.enum(themeColors),
  favorite: z.boolean(),
}

export type LessonField = keyof typeof contentFields

/** The name of one editor: a tab of a browser. */
const device = z.string().min(1).max(60)

/** The changed fields, and the version that they were changed from. */
export const lessonChange = z.strictObject({
  ...z.object(contentFields).partial().shape,
  version: z.int().min(0).max(1_000_000_000),
  /**
   * The editor and the number of its save, from 1. A save whose number was applied already, or is older than one that
   * was, changes nothing. Without them each call counts.
   */
  device: device.optional(),
  number: z.int().min(1).max(1_000_000_000).optional(),
})

export type LessonChange = z.output<typeof lessonChange>

/** What somebody wrote of a lesson. It is read back as it was written, also where the rules for new texts have changed. */
const keptContent = z.object({
  title: z.string(),
  description: z.string(),
  instructor: z.string(),
  transcript: z.string(),
  videoUrl: z.string(),
  videoType: contentFields.videoType,
  videoThumb: z.array(z.string()),
  durationSeconds: z.int(),
  quizName: z.string(),
  themeColor: z.string(),
  favorite: z.boolean(),
})

export type LessonContent = z.infer<typeof keptContent>

const author = z.object({ uid: z.string(), name: z.string() }).nullable()

const captionFile = z.object({
  id: z.string(),
  kind: z.enum(['captions', 'chapters']),
  language: z.string(),
  label: z.string(),
})

/** A lesson as its editor opens it. */
export const lessonSource = z.object({
  _docId: z.string(),
  /** The account that owns it: its owner's uid. */
  aid: z.string(),
  version: z.int(),
  published: z.boolean(),
  archived: z.boolean(),
  lastUpdated: z.iso.datetime(),
  content: keptContent,
  captions: z.array(captionFile),
  /** Questions of its quiz. */
  questions: z.int(),
  /** What the caller may do with it. */
  abilities: z.object({ edit: z.boolean(), publish: z.boolean() }),
})

export type LessonSource = z.infer<typeof lessonSource>

/** A saved lesson. `content` is what the server made of it: with what others had saved since the version it began with. */
export const savedLesson = z.object({ version: z.int(), lastUpdated: z.iso.datetime(), content: keptContent })

export type SavedLesson = z.infer<typeof savedLesson>

/** A version in the list. */
export const listedVersion = z.object({
  version: z.int(),
  created: z.iso.datetime(),
  /** Null for what was there before the history began. */
  by: author,
  changed: z.array(z.string()),
  /** The version that this one brought back. */
  restoredFrom: z.int().nullable(),
})

export type ListedVersion = z.infer<typeof listedVersion>

export const versionAnswer = listedVersion.extend({ content: keptContent })

export type VersionAnswer = z.infer<typeof versionAnswer>
