import { companies } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export const courses = pgTable(
  'courses',
  {
    id: text('id').primaryKey(),
    /** The account that owns it. Its owner's user id is the specification's `aid`, so that follows a hand-over. */
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    themeColor: text('theme_color').notNull().default('info'),
    favorite: boolean('favorite').notNull().default(false),
    /** Among the courses of its account, as `course_lessons.position`; of equal ones the newest comes first. */
    position: text('position').notNull().default('a0'),
    /** A certificate is issued once for each edition. */
    edition: integer('edition').notNull().default(1),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('courses_company_id').on(table.companyId, table.createdAt),
    check('courses_name_not_empty', sql`btrim(${table.name}) <> ''`),
  ],
)

/** A lesson's text, video and quiz. Where it stands in a course is a row of `course_lessons`. */
export const lessons = pgTable(
  'lessons',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    instructor: text('instructor').notNull().default(''),
    /** Markdown. */
    transcript: text('transcript').notNull().default(''),
    videoUrl: text('video_url').notNull().default(''),
    videoType: text('video_type', { enum: ['youtube', 'vimeo', 'loom', 'html5'] })
      .notNull()
      .default('youtube'),
    /** Of the video; null while unknown. */
    durationSeconds: integer('duration_seconds'),
    /** Addresses of pictures, the first is the featured one. */
    videoThumb: jsonb('video_thumb').$type<string[]>().notNull().default([]),
    quizName: text('quiz_name').notNull().default('Add quiz name'),
    themeColor: text('theme_color').notNull().default('info'),
    favorite: boolean('favorite').notNull().default(false),
    published: boolean('published').notNull().default(false),
    /** When it was published first: the order of the feed of new lessons. */
    publishedAt: instant('published_at'),
    archivedAt: instant('archived_at'),
    /** Rises with each save of the lesson's text. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('lessons_company_id').on(table.companyId),
    index('lessons_published_at').on(table.publishedAt).where(sql`${table.published}`),
  ],
)

/** A lesson in a course, with its address and position: one text and quiz may stand in several courses. */
export const courseLessons = pgTable(
  'course_lessons',
  {
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** In the address of the lesson's page. */
    slug: text('slug').notNull(),
    /** A key of `fractional-indexing`, compared byte by byte. */
    position: text('position').notNull(),
    /** Readable without an account. */
    isPreview: boolean('is_preview').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.lessonId] }),
    uniqueIndex('course_lessons_slug_key').on(table.courseId, table.slug),
    uniqueIndex('course_lessons_position_key').on(table.courseId, table.position),
    uniqueIndex('course_lessons_preview_key').on(table.courseId).where(sql`${table.isPreview}`),
    index('course_lessons_lesson_id').on(table.lessonId),
  ],
)

/** Captions and chapters of a lesson's video, as WebVTT. */
export const lessonCaptions = pgTable(
  'lesson_captions',
  {
    id: text('id').primaryKey(),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['captions', 'chapters'] }).notNull(),
    /** A BCP 47 tag. */
    language: text('language').notNull(),
    label: text('label').notNull(),
    vtt: text('vtt').notNull(),
  },
  (table) => [
    uniqueIndex('lesson_captions_lesson_kind_language_key').on(table.lessonId, table.kind, table.language),
  ],
)

/** A question of a lesson's quiz. What it says is in its versions; an attempt keeps the version it began with. */
export const questions = pgTable(
  'questions',
  {
    id: text('id').primaryKey(),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    position: text('position').notNull(),
    currentVersion: integer('current_version').notNull().default(1),
    removedAt: instant('removed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('questions_lesson_id').on(table.lessonId, table.position)],
)

export type QuestionOption = { readonly id: string; readonly text: string }

export const questionVersions = pgTable(
  'question_versions',
  {
    questionId: text('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** Markdown. */
    question: text('question').notNull(),
    options: jsonb('options').$type<QuestionOption[]>().notNull(),
    /** The id of the correct option; null while the author has chosen none. */
    answerOptionId: text('answer_option_id'),
    /** Markdown. */
    explanation: text('explanation'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.version] })],
)
