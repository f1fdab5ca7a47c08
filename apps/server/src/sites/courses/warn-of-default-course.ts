import { findCourse } from '@freeor/courses/catalog/queries'
import { starterCourseId } from '@freeor/courses/starter/starter-course'
import type { CoursesDeps } from './courses-deps.ts'

type Means = Pick<CoursesDeps, 'db' | 'log' | 'defaultCourse'>

/**
 * Says so in the log where DEFAULT_COURSE names a course that is not here. The start is not refused: the course may be
 * made only while the server runs. The one that comes with the software is not looked for, since it waits for the first
 * super admin.
 */
export async function warnOfDefaultCourse({ db, log, defaultCourse }: Means): Promise<void> {
  if (defaultCourse === starterCourseId) return
  if (await findCourse(db, { userId: undefined, seesDrafts: true }, defaultCourse)) return
  log.warn(
    `DEFAULT_COURSE: there is no course ${defaultCourse}; until there is, the menu's Lessons leads nowhere`,
  )
}
