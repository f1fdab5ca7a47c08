/** What changed for a learner: their progress in a lesson, or in general. */
export type ProgressNotice = { readonly userId: string; readonly lessonId?: string }

/**
 * Tells whoever looks that a learner's progress changed. Called after the commit, never inside the transaction. It
 * returns at once and never throws: a lost notice costs a late screen, not an answer.
 */
export type NotifyProgress = (notice: ProgressNotice) => void

/** A course that changed, or a lesson of it. */
export type CourseChange = {
  readonly courseId: string
  /** The account that owns it: its members are told of drafts too. */
  readonly companyId: string
  /** Learners see what changed, or saw it until now. */
  readonly isShown: boolean
}

/** What the events of the course site are told. Everything is sent to every process, a few times a second at most. */
export interface CourseNotices {
  readonly notifyProgress: NotifyProgress
  /** Who belongs to an organization changed, or what its admins set: their tables are to be read again. */
  notifyMembers(): void
  /** Courses changed, or lessons of them. Called after the commit. */
  notifyCourses(changes: readonly CourseChange[]): void
  /** What somebody may see changed: their streams are checked at once. */
  notifyAccess(): void
}
