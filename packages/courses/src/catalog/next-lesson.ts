import type { ListedLesson } from './schema.ts'

/** A lesson is complete with any graded attempt, also while a retake is open. */
export const isComplete = ({ state }: Pick<ListedLesson, 'state'>): boolean =>
  state !== null && state.graded !== null

/** The lessons that a course asks for: those who see drafts are not asked for them either. */
export const countedLessons = <L extends { readonly data: Pick<ListedLesson['data'], 'published'> }>(
  lessons: readonly L[],
): L[] => lessons.filter(({ data }) => data.published)

/**
 * Where a learner goes on: the lesson they saw last unless it is complete, then the first one that is not complete.
 * Undefined once all are.
 */
export function nextLesson<L extends Pick<ListedLesson, 'state'>>(lessons: readonly L[]): L | undefined {
  const seen = lessons.filter(({ state }) => state?.lastSeen)
  const [last] = seen.toSorted((a, b) => (b.state?.lastSeen ?? '').localeCompare(a.state?.lastSeen ?? ''))
  if (last && !isComplete(last)) return last
  return lessons.find((lesson) => !isComplete(lesson))
}
