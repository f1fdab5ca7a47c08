import { companies, users } from '@freeor/accounts/tables'
import { seedOnce } from '@freeor/content/commands'
import { newId } from '@freeor/kernel/ids'
import type { Database, Tx } from '@freeor/postgres/database'
import { asc, eq } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { writeWebVtt } from '../captions/write-webvtt.ts'
import {
  courseLessons,
  courses,
  lessonCaptions,
  lessons,
  questions,
  questionVersions,
} from '../catalog/tables.ts'
import { captionsOf, chaptersOf, lengthOf } from './slide-times.ts'
import {
  embedDrafts,
  starterCourse,
  starterCourseId,
  starterLessons,
  starterPoster,
  starterVideo,
} from './starter-course.ts'
import type { StarterLesson, StarterQuestion } from './starter-lesson.ts'

/**
 * Writes the introductory course into the first super admin's account, once for an installation: what an operator
 * changed or archived since then stays so. Until there is a super admin nothing is written, and it is tried again.
 * @returns whether it was written now
 */
export async function seedStarterCourse(db: Database, now: Date): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const companyId = await findFirstAccount(transaction)
    if (companyId === undefined) return false
    return await seedOnce(transaction, { name: 'courses-starter-course', now }, async (tx) => {
      await addStarterCourse(tx, { companyId, now })
    })
  })
}

async function findFirstAccount(tx: Tx): Promise<string | undefined> {
  const [first] = await tx
    .select({ companyId: companies.id })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(users.role, 'super_admin'))
    .orderBy(asc(users.createdAt), asc(companies.createdAt))
    .limit(1)
  return first?.companyId
}

type Made = { readonly companyId: string; readonly now: Date }

async function addStarterCourse(tx: Tx, made: Made): Promise<void> {
  const { companyId, now } = made
  const { name, description } = starterCourse
  await tx
    .insert(courses)
    .values({ id: starterCourseId, companyId, name, description, createdAt: now, updatedAt: now })
  const positions = generateNKeysBetween(null, null, starterLessons.length + embedDrafts.length)
  const addToCourse = async (at: number, lesson: { lessonId: string; slug: string; isPreview: boolean }) => {
    await tx
      .insert(courseLessons)
      .values({ courseId: starterCourseId, position: positions[at] ?? '', ...lesson })
  }
  for (const [at, lesson] of starterLessons.entries()) {
    const lessonId = await addStarterLesson(tx, made, lesson)
    await addToCourse(at, { lessonId, slug: lesson.slug, isPreview: at === 0 })
  }
  for (const [at, { slug, videoType, title }] of embedDrafts.entries()) {
    const lessonId = newId('les')
    const description = 'A draft: give it the address of a video, a transcript and a quiz, and publish it.'
    await tx
      .insert(lessons)
      .values({ id: lessonId, companyId, title, description, videoType, createdAt: now, updatedAt: now })
    await addToCourse(starterLessons.length + at, { lessonId, slug, isPreview: false })
  }
}

async function addStarterLesson(tx: Tx, { companyId, now }: Made, lesson: StarterLesson): Promise<string> {
  const lessonId = newId('les')
  const { slug, title, description, transcript, slides, quizName } = lesson
  await tx.insert(lessons).values({
    ...{ id: lessonId, companyId, title, description, transcript, quizName },
    instructor: starterCourse.instructor,
    videoType: 'html5',
    videoUrl: starterVideo(slug),
    durationSeconds: Math.round(lengthOf(slides)),
    videoThumb: [starterPoster(slug)],
    ...{ published: true, publishedAt: now, createdAt: now, updatedAt: now },
  })
  const english = { lessonId, language: 'en', label: 'English' }
  await tx.insert(lessonCaptions).values([
    { ...english, id: newId('cap'), kind: 'captions', vtt: writeWebVtt(captionsOf(slides)) },
    { ...english, id: newId('cap'), kind: 'chapters', vtt: writeWebVtt(chaptersOf(slides)) },
  ])
  const positions = generateNKeysBetween(null, null, lesson.questions.length)
  for (const [at, question] of lesson.questions.entries())
    await addStarterQuestion(tx, { lessonId, position: positions[at] ?? '', now }, question)
  return lessonId
}

type QuestionTarget = { readonly lessonId: string; readonly position: string; readonly now: Date }

async function addStarterQuestion(tx: Tx, target: QuestionTarget, asked: StarterQuestion): Promise<void> {
  const { lessonId, position, now } = target
  const questionId = newId('que')
  const options = asked.options.map((text) => ({ id: newId('opt'), text }))
  const { question, explanation } = asked
  await tx.insert(questions).values({ id: questionId, lessonId, position, createdAt: now })
  await tx.insert(questionVersions).values({
    ...{ questionId, version: 1, question, options, explanation, createdAt: now },
    answerOptionId: options[asked.answer]?.id ?? null,
  })
}
