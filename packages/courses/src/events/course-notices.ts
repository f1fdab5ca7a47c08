import type { NoticeRow, Notices } from '@freeor/accounts/live/ports'
import type { CourseChange, CourseNotices } from './ports.ts'

/** The topic of the course site's changes. */
export const courseTopic = 'courses'

/** What the rows of a batch say. */
export type CourseRows = {
  /** `[userId, lessonId]`; the lesson is empty where all may have changed. */
  readonly progress: readonly (readonly [string, string])[]
  readonly courses: readonly CourseChange[]
  readonly members: boolean
}

/** The notices of the course site, as rows of its topic. */
export const courseNotices = (notices: Notices): CourseNotices => ({
  notifyProgress({ userId, lessonId = '' }) {
    notices.tell(courseTopic, `progress ${userId} ${lessonId}`, () => ['progress', userId, lessonId])
  },
  notifyMembers: () => notices.tell(courseTopic, 'members', () => ['members']),
  notifyCourses(changes) {
    for (const { courseId, companyId, isShown } of changes)
      notices.tell(courseTopic, `course ${courseId}`, (waiting) => [
        ...['course', courseId, companyId],
        // Learners are told as soon as one of the changes is shown to them.
        isShown || waiting?.[3] === true,
      ])
  },
  notifyAccess: () => notices.tellAccess(),
})

/** The rows by their kind; what is none of ours is left out. */
export function readRows(rows: readonly NoticeRow[]): CourseRows {
  const ofKind = (kind: string) => rows.filter(([first]) => first === kind)
  return {
    progress: ofKind('progress').map(([, userId = '', lessonId = '']) => [String(userId), String(lessonId)]),
    courses: ofKind('course').map(([, courseId = '', companyId = '', isShown]) => ({
      ...{ courseId: String(courseId), companyId: String(companyId), isShown: isShown === true },
    })),
    members: ofKind('members').length > 0,
  }
}
