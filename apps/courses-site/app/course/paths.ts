/** The default course under its short name. */
export const introPath = '/intro'

export const coursePath = (courseId: string): string => `/course/${courseId}`

export const lessonPath = (courseId: string, slug: string): string =>
  `/course/${courseId}/lesson/${encodeURIComponent(slug)}`

/** Where its author edits a lesson, and its quiz. */
export const lessonEditPath = (courseId: string, slug: string): string => `${lessonPath(courseId, slug)}/edit`

export const quizEditPath = (courseId: string, slug: string): string => `${lessonPath(courseId, slug)}/quiz`
