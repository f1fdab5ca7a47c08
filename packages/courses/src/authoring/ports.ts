import type { UserActor } from '@freeor/kernel/actor'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import type { CourseNotices } from '../events/ports.ts'

export type AuthoringDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Told after the commit. */
  readonly notices?: Pick<CourseNotices, 'notifyCourses'>
}

/** Who changes a course. */
export type CourseEditing = { readonly actor: UserActor; readonly courseId: string }

/** Who changes a lesson, in whatever courses it stands. */
export type LessonEditing = { readonly actor: UserActor; readonly lessonId: string }
