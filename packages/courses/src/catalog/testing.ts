import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { generateNKeysBetween } from 'fractional-indexing'
import {
  courseLessons,
  courses,
  lessonCaptions,
  lessons,
  type QuestionOption,
  questions,
  questionVersions,
} from './tables.ts'

export type NewQuestion = {
  readonly question?: string
  readonly options?: readonly string[]
  /** The position of the correct option, from 0; the first unless told. */
  readonly answer?: number
  readonly explanation?: string
}

export type NewLesson = Partial<
  Omit<typeof lessons.$inferInsert, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>
> & {
  readonly slug?: string
  readonly isPreview?: boolean
  readonly questions?: readonly NewQuestion[]
  readonly captions?: readonly Omit<typeof lessonCaptions.$inferInsert, 'id' | 'lessonId'>[]
}

export type NewCourse = {
  readonly id?: string
  readonly companyId: string
  readonly name?: string
  readonly archivedAt?: Date
  readonly lessons?: readonly NewLesson[]
  readonly now?: Date
}

export type AddedQuestion = {
  readonly id: string
  readonly options: readonly QuestionOption[]
  readonly answerOptionId: string
}
export type AddedLesson = {
  readonly id: string
  readonly slug: string
  readonly questions: readonly AddedQuestion[]
}
export type AddedCourse = { readonly id: string; readonly lessons: readonly AddedLesson[] }

const twoQuestions: readonly NewQuestion[] = [{ question: 'First?' }, { question: 'Second?', answer: 1 }]
const threeOptions: readonly string[] = ['Yes', 'No', 'Perhaps']

/** A course with its lessons and questions, as an author would have made it; lessons are published unless told. */
export async function addCourse(tx: Tx, course: NewCourse): Promise<AddedCourse> {
  const { companyId, now = new Date() } = course
  const id = course.id ?? newId('crs')
  const { name = 'A course', archivedAt = null } = course
  await tx.insert(courses).values({ id, companyId, name, archivedAt, createdAt: now, updatedAt: now })
  const wanted = course.lessons ?? [{}, {}]
  const positions = generateNKeysBetween(null, null, wanted.length)
  const added: AddedLesson[] = []
  const placed: (typeof courseLessons.$inferInsert)[] = []
  for (const [at, lesson] of wanted.entries()) {
    const one = await addLesson(tx, { companyId, now }, { title: `Lesson ${at + 1}`, ...lesson })
    const { slug = `${at + 1}`, isPreview = false } = lesson
    placed.push({ courseId: id, lessonId: one.id, slug, position: positions[at] ?? '', isPreview })
    added.push({ ...one, slug })
  }
  if (placed.length > 0) await tx.insert(courseLessons).values(placed)
  return { id, lessons: added }
}

type Made = { readonly companyId: string; readonly now: Date }

async function addLesson(tx: Tx, { companyId, now }: Made, lesson: NewLesson & { title: string }) {
  const { slug, isPreview, questions: asked = twoQuestions, captions = [], ...fields } = lesson
  const id = newId('les')
  const published = fields.published ?? true
  await tx.insert(lessons).values({
    publishedAt: published ? now : null,
    ...fields,
    ...{ id, companyId, published, createdAt: now, updatedAt: now },
  })
  for (const caption of captions)
    await tx.insert(lessonCaptions).values({ ...caption, id: newId('cap'), lessonId: id })
  return { id, questions: await addQuestions(tx, { lessonId: id, now }, asked) }
}

type QuestionTarget = { readonly lessonId: string; readonly now: Date }

async function addQuestions(
  tx: Tx,
  { lessonId, now: createdAt }: QuestionTarget,
  asked: readonly NewQuestion[],
): Promise<AddedQuestion[]> {
  if (asked.length === 0) return []
  const positions = generateNKeysBetween(null, null, asked.length)
  const versions = asked.map(
    ({ question = 'Which?', options: texts = threeOptions, answer = 0, explanation }) => {
      const options = texts.map((text) => ({ id: newId('opt'), text }))
      const written = { question, options, answerOptionId: options[answer]?.id ?? '' }
      return { questionId: newId('que'), version: 1, ...written, explanation: explanation ?? null, createdAt }
    },
  )
  await tx
    .insert(questions)
    .values(
      versions.map(({ questionId: id }, at) => ({ id, lessonId, position: positions[at] ?? '', createdAt })),
    )
  await tx.insert(questionVersions).values(versions)
  return versions.map(({ questionId: id, options, answerOptionId }) => ({ id, options, answerOptionId }))
}
