import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { Button } from '@mantine/core'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'
import type { Answers } from './use-answers.ts'

/** Clicks that were not counted: the learner is told of each, until they have read it. */
export function RefusedNote({ attempt, answers }: { attempt: QuizAttempt; answers: Answers }) {
  const refused = answers.queue?.refused ?? []
  if (refused.length === 0) return null
  return (
    <div className={classes.conflict} role="alert">
      <ul className={classes.plain}>
        {refused.map(({ number, questionId, optionId, reason }) => {
          const position = attempt.questions.findIndex((question) => question.questionId === questionId)
          const options = attempt.questions[position]?.options ?? []
          const letter = letterOf(options.findIndex(({ id }) => id === optionId))
          const say = reason === 'graded' ? quizTexts.notCounted : quizTexts.refusedHere
          return <li key={number}>{say(position + 1, letter)}</li>
        })}
      </ul>
      <Button type="button" variant="default" onClick={() => void answers.dismiss(refused)}>
        {quizTexts.understood}
      </Button>
    </div>
  )
}
