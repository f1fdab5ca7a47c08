import { getLesson } from '@freeor/courses/catalog/find-lessons'
import { getCourse } from '@freeor/courses/catalog/queries'
import type { CourseAnswer, LessonAnswer } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import type { UserActor } from '@freeor/kernel/actor'
import { z } from 'zod'
import type { CoursesDeps } from '../../sites/courses/courses-deps.ts'

const id = z.string().max(60)

export const lessonParams = z.strictObject({ lessonId: id })
export const courseLessonParams = z.strictObject({ courseId: id, lessonId: id })

type CourseLesson = { readonly courseId: string; readonly lessonId: string }

/** The course as its author sees it after a change. */
export const changedCourse = async (
  { db }: CoursesDeps,
  actor: UserActor,
  courseId: string,
): Promise<CourseAnswer> => await getCourse(db, viewerOf(actor), courseId)

/** The lesson in the course as its author sees it after a change. */
export const changedLesson = async (
  { db }: CoursesDeps,
  actor: UserActor,
  courseLesson: CourseLesson,
): Promise<LessonAnswer> => await getLesson(db, viewerOf(actor), courseLesson)
