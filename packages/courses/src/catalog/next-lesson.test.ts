import { expect, test } from 'vitest'
import { nextLesson } from './next-lesson.ts'
import type { LessonState } from './schema.ts'

const none: LessonState = { watched: null, positionSeconds: null, lastSeen: null, open: null, graded: null }
const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const graded = (score: number, best: number, hour = 1) => ({
  ...none,
  lastSeen: at(hour),
  graded: { attemptId: 'att', score, best, questions: 6, gradedAt: at(hour) },
})

test('a learner goes on with the lesson they saw last, then with the first that is not complete', () => {
  const open = { state: { ...none, lastSeen: at(3) } }
  const fresh = { state: none }
  const done = { state: graded(6, 6, 5) }
  expect(nextLesson([fresh, open, done])).toBe(fresh)
  expect(nextLesson([fresh, { state: { ...none, lastSeen: at(6) } }, done])?.state.lastSeen).toBe(at(6))
  expect(nextLesson([done, fresh, open])).toBe(fresh)
  expect(nextLesson([done, done])).toBeUndefined()
})
