import { unwrap } from '@freeor/api-client/client'
import type { AttemptCard } from '@freeor/courses/attempts/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { type Undo, useUndo } from '@freeor/ui/use-undo'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { usePendingMarks } from '../components/use-pending-marks.ts'
import { quizTexts } from '../texts/quiz.ts'

type MarkChange = { favorite?: boolean; archived?: boolean }

export type MarkedCards = {
  /** The cards as they are about to be: shown before the server has answered. */
  shown: readonly AttemptCard[]
  undo: Undo
  failure: string
  mark(card: AttemptCard, marks: MarkChange): void
}

/** Favourite and archive as toggles; what leaves the list can be undone. */
export function useMarks(cards: readonly AttemptCard[]): MarkedCards {
  const undo = useUndo()
  const revalidator = useRevalidator()
  const { marksOf, during } = usePendingMarks<MarkChange>()
  const [failure, setFailure] = useState('')

  const change = async ({ id: attemptId }: AttemptCard, marks: MarkChange) => {
    setFailure('')
    try {
      await during(attemptId, marks, async () => {
        const call = { params: { path: { attemptId } }, body: marks }
        unwrap(await browserApi().PATCH('/api/quiz-attempts/{attemptId}', call))
        await revalidator.revalidate()
      })
    } catch {
      undo.end()
      setFailure(quizTexts.notDone)
    }
  }
  const mark = (card: AttemptCard, marks: MarkChange) => {
    const done = change(card, marks)
    if (marks.archived === undefined) return
    const { archived } = marks
    undo.propose({
      text: archived ? quizTexts.didArchive(card.name) : quizTexts.didUnarchive(card.name),
      // Undone before the server has answered, it is taken back after that.
      undo: () => void done.then(() => change(card, { archived: !archived })),
    })
  }
  return { shown: cards.map((card) => ({ ...card, ...marksOf(card.id) })), undo, failure, mark }
}
