import type { LessonState, ListedLesson } from '@freeor/courses/catalog/schema'
import { texts } from '../texts.ts'

/** What a learner reads of their state in a lesson, one phrase for each thing; `texts.course.notStarted` when there is none. */
export function describeState(state: LessonState | null): string[] {
  if (!state) return []
  const words = texts.course
  const { watched, open, graded, lastSeen } = state
  const phrases: string[] = []
  if (graded) {
    const { score, questions, best } = graded
    phrases.push(words.score(score, questions))
    if (best > score) phrases.push(words.best(best, questions))
  }
  if (open) phrases.push(words.inProgress(open.answered, open.questions))
  if (!graded && watched !== null && watched > 0) phrases.push(words.watched(Math.round(watched * 100)))
  if (phrases.length > 0) return phrases
  return [lastSeen === null ? words.notStarted : words.opened]
}

/** A lesson is complete with any graded attempt, also while a retake is open. */
export const isComplete = ({ state }: Pick<ListedLesson, 'state'>): boolean =>
  state !== null && state.graded !== null

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

/** Whole minutes of a video, at least one; undefined while its length is unknown. */
export const minutesOf = ({ durationSeconds }: Pick<ListedLesson, 'durationSeconds'>): number | undefined =>
  durationSeconds === null ? undefined : Math.max(1, Math.round(durationSeconds / 60))
