import type { LessonState } from '@freeor/courses/catalog/schema'
import { expect, test } from 'vitest'
import { describeState, minutesOf } from './lesson-progress.ts'

const none: LessonState = { watched: null, positionSeconds: null, lastSeen: null, open: null, graded: null }
const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const graded = (score: number, best: number, hour = 1) => ({
  ...none,
  lastSeen: at(hour),
  graded: { attemptId: 'att', score, best, questions: 6, gradedAt: at(hour) },
})

test.each([
  { state: null, says: [] },
  { state: none, says: ['Not started'] },
  { state: { ...none, lastSeen: at(1) }, says: ['Started'] },
  { state: { ...none, lastSeen: at(1), watched: 0.416 }, says: ['42% watched'] },
  { state: graded(5, 5), says: ['Score 5 of 6'] },
  { state: graded(4, 6), says: ['Score 4 of 6', 'best 6 of 6'] },
  {
    state: { ...graded(4, 4), open: { attemptId: 'b', answered: 2, questions: 6 } },
    says: ['Score 4 of 6', 'Quiz in progress: 2 of 6 answered'],
  },
])('a lesson says of itself: $says', ({ state, says }) => {
  expect(describeState(state)).toEqual(says)
})

test('a video of half a minute counts as one minute', () => {
  expect([29, 90, 600].map((durationSeconds) => minutesOf({ durationSeconds }))).toEqual([1, 2, 10])
  expect(minutesOf({ durationSeconds: null })).toBeUndefined()
})
