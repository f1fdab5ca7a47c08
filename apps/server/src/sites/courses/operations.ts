import { listCoursesOperation } from '../../api/courses/list-courses.ts'
import { listLessonsOperation } from '../../api/courses/list-lessons.ts'
import { readContinuationOperation } from '../../api/courses/read-continuation.ts'
import { readCourseOperation } from '../../api/courses/read-course.ts'
import { readLessonOperation } from '../../api/courses/read-lesson.ts'
import { readLessonAtOperation } from '../../api/courses/read-lesson-at.ts'
import { readNthLessonOperation } from '../../api/courses/read-nth-lesson.ts'
import { openEventsOperation } from '../../api/events/open-events.ts'
import { listCoursePlansOperation } from '../../api/plans/list-course-plans.ts'
import { readCoursePlanOperation } from '../../api/plans/read-course-plan.ts'
import type { AnyOperation } from '../../http/operation.ts'

/** The endpoints of Courses, in the order of the documentation. */
export const coursesOperations: readonly AnyOperation[] = [
  listCoursePlansOperation,
  readCoursePlanOperation,
  listCoursesOperation,
  readContinuationOperation,
  readCourseOperation,
  listLessonsOperation,
  readLessonAtOperation,
  readNthLessonOperation,
  readLessonOperation,
  openEventsOperation,
]
