/** The default course under its short name. */
export const introPath = '/intro'

export const coursePath = (courseId: string): string => `/course/${courseId}`

export const lessonPath = (courseId: string, slug: string): string =>
  `/course/${courseId}/lesson/${encodeURIComponent(slug)}`

export const lessonEditPath = (courseId: string, slug: string): string => `${lessonPath(courseId, slug)}/edit`
