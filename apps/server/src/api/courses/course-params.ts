import { z } from 'zod'
import type { CoursesDeps } from '../../sites/courses/courses-deps.ts'

/** `intro` is another name of the default course. */
export const courseParams = z.strictObject({ courseId: z.string().max(60) })

/** The id of the course that a path names. */
export const courseIdOf = ({ defaultCourse }: Pick<CoursesDeps, 'defaultCourse'>, named: string): string =>
  named === 'intro' ? defaultCourse : named
