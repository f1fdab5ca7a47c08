import type { AnswerView } from '@freeor/courses/attempts/answer-queue'
import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { AttemptQuestion } from '@freeor/courses/attempts/schema'
import { Button, Group } from '@mantine/core'
import { useId } from 'react'
import { Markdown } from '../components/markdown.tsx'
import { quizTexts } from '../texts/quiz.ts'
import { AnswerState } from './answer-state.tsx'
import classes from './quiz.module.css'

export type QuestionFieldProps = {
  question: Pick<AttemptQuestion, 'questionId' | 'question' | 'options'>
  position: number
  all: number
  answer: AnswerView
  disabled: boolean
  /** What waits is on the disk, and the last sending failed. */
  isHeld: boolean
  onAnswer(optionId: string): void
}

/** One question with its options as native radio buttons, lettered A to Z, and what became of the answer. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, position, all, answer, disabled, onAnswer } = props
  const id = useId()
  const { questionId, options } = question
  return (
    <fieldset
      id={`question-${position}`}
      className={classes.question}
      aria-labelledby={`${id}-position ${id}-text`}
      aria-describedby={`${id}-state`}
      disabled={disabled}
    >
      <p id={`${id}-position`} className={classes.position}>
        {quizTexts.question(position, all)}
      </p>
      <div id={`${id}-text`} className={classes.asked}>
        <Markdown text={question.question} />
      </div>
      <div className={classes.options}>
        {options.map((option, at) => (
          <label key={option.id} className={classes.option}>
            <input
              type="radio"
              name={questionId}
              value={option.id}
              checked={answer.optionId === option.id}
              onChange={() => onAnswer(option.id)}
            />
            <span className={classes.letter}>{letterOf(at)}</span>
            <span className={classes.optionText}>
              <Markdown text={option.text} inline />
            </span>
          </label>
        ))}
      </div>
      <div id={`${id}-state`}>
        <AnswerState state={answer.state} isHeld={props.isHeld} />
      </div>
      {answer.state === 'asks' ? <Conflict {...{ options, answer, onAnswer }} /> : null}
    </fieldset>
  )
}

type ConflictProps = Pick<QuestionFieldProps, 'answer' | 'onAnswer'> & {
  options: QuestionFieldProps['question']['options']
}

/** Another device chose something else and neither knew of the other: the learner says which counts. */
function Conflict({ options, answer, onAnswer }: ConflictProps) {
  const letter = (optionId: string | null) => letterOf(options.findIndex(({ id }) => id === optionId))
  const here = letter(answer.optionId)
  const others = answer.conflict.map(letter)
  return (
    <div className={classes.conflict} role="alert">
      <strong>{quizTexts.conflictTitle}</strong>
      <p>{quizTexts.conflict(others.join(', '), here)}</p>
      <Group gap="sm">
        {[...answer.conflict, answer.optionId ?? ''].map((optionId) => (
          <Button key={optionId} type="button" variant="default" onClick={() => onAnswer(optionId)}>
            {quizTexts.choose(letter(optionId))}
          </Button>
        ))}
      </Group>
    </div>
  )
}
