import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { useEffect } from 'react'
import { forgetQueue } from './queue-storage.ts'
import { RefusedNote } from './refused-note.tsx'
import { useAnswers } from './use-answers.ts'

/** Clicks of this browser that came after the grade: each is told; then nothing of the attempt is kept here. */
export function LateClicks({ attempt }: { attempt: QuizAttempt }) {
  const answers = useAnswers(attempt)
  const { queue } = answers
  const isEmpty = queue !== undefined && queue.waiting.length === 0 && queue.refused.length === 0
  useEffect(() => {
    if (isEmpty) void forgetQueue({ attemptId: attempt.id, userId: attempt.uid })
  }, [isEmpty, attempt.id, attempt.uid])
  return <RefusedNote attempt={attempt} answers={answers} />
}
