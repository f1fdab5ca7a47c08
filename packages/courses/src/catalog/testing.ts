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

/** A course with its lessons and questions, as an author would have made it; lessons are published unless told. */
export async function addCourse(tx: Tx, course: NewCourse): Promise<AddedCourse> {
  const { companyId, now = new Date() } = course
  const id = course.id ?? newId('crs')
  const { name = 'A course', archivedAt = null } = course
  await tx.insert(courses).values({ id, companyId, name, archivedAt, createdAt: now, updatedAt: now })
  const wanted = course.lessons ?? [{}, {}]
  const positions = generateNKeysBetween(null, null, wanted.length)
  const added: AddedLesson[] = []
  for (const [at, lesson] of wanted.entries()) {
    const one = await addLesson(tx, { companyId, now }, { title: `Lesson ${at + 1}`, ...lesson })
    const { slug = `${at + 1}`, isPreview = false } = lesson
    const position = positions[at] ?? ''
    await tx.insert(courseLessons).values({ courseId: id, lessonId: one.id, slug, position, isPreview })
    added.push({ ...one, slug })
  }
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
  const positions = generateNKeysBetween(null, null, asked.length)
  const added: AddedQuestion[] = []
  for (const [at, question] of asked.entries())
    added.push(await addQuestion(tx, { lessonId: id, position: positions[at] ?? '', now }, question))
  return { id, questions: added }
}

type QuestionTarget = { readonly lessonId: string; readonly position: string; readonly now: Date }

async function addQuestion(tx: Tx, { lessonId, position, now }: QuestionTarget, asked: NewQuestion) {
  const { question = 'Which?', options = ['Yes', 'No', 'Perhaps'], answer = 0, explanation } = asked
  const id = newId('que')
  const withIds = options.map((text) => ({ id: newId('opt'), text }))
  const answerOptionId = withIds[answer]?.id ?? ''
  await tx.insert(questions).values({ id, lessonId, position, createdAt: now })
  await tx.insert(questionVersions).values({
    ...{ questionId: id, version: 1, question, options: withIds, answerOptionId },
    ...{ explanation: explanation ?? null, createdAt: now },
  })
  return { id, options: withIds, answerOptionId }
}
