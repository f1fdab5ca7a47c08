import type { Deps } from '../../deps.ts'
import { operationFor } from '../../http/operation.ts'

/** What Courses' endpoints, jobs and commands may use in addition to what all sites share. */
export type CoursesDeps = Deps & {
  /** The course that the menu's Lessons opens and `intro` names. */
  defaultCourse: string
}

/** One endpoint of Courses. */
export const coursesOperation = operationFor<CoursesDeps>()
