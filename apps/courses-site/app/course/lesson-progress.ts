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

/** Whole minutes of a video, at least one; undefined while its length is unknown. */
export const minutesOf = ({ durationSeconds }: Pick<ListedLesson, 'durationSeconds'>): number | undefined =>
  durationSeconds === null ? undefined : Math.max(1, Math.round(durationSeconds / 60))
