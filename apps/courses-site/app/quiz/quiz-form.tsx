import { newQueue, viewAnswer } from '@freeor/courses/attempts/answer-queue'
import { progressPercent } from '@freeor/courses/attempts/grading'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { useMemo } from 'react'
import { ProgressBar } from '../components/progress-bar.tsx'
import { quizTexts } from '../texts/quiz.ts'
import { GradeButton } from './grade-button.tsx'
import { QuestionField } from './question-field.tsx'
import classes from './quiz.module.css'
import { RefusedNote } from './refused-note.tsx'
import { type Answers, useAnswers } from './use-answers.ts'

/** The questions of an attempt that is not graded. Each click is kept in this browser first, and then sent. */
export function QuizForm({ attempt, isReadOnly }: { attempt: QuizAttempt; isReadOnly: boolean }) {
  const answers = useAnswers(attempt)
  const { queue } = answers
  const shown = useMemo(() => queue ?? asServed(attempt), [queue, attempt])
  const { questions } = attempt
  const views = questions.map(({ questionId }) => viewAnswer(shown, questionId))
  const answered = views.filter(({ optionId }) => optionId !== null).length
  const isOffline = answers.outcome !== undefined && answers.outcome !== 'sent'
  const isClosed = queue === undefined || isReadOnly
  return (
    <>
      <Progress answered={answered} all={questions.length} />
      {isReadOnly ? <p className={classes.note}>{quizTexts.whileActing}</p> : null}
      <noscript>
        <p className={classes.note}>{quizTexts.needsScript}</p>
      </noscript>
      {questions.map((question, at) => (
        <QuestionField
          key={question.questionId}
          question={question}
          position={at + 1}
          all={questions.length}
          answer={views[at] ?? viewAnswer(shown, question.questionId)}
          disabled={isClosed}
          isHeld={isOffline && !answers.storing.has(question.questionId)}
          onAnswer={(optionId) => {
            const { questionId } = question
            void answers.answer({ questionId, optionId, seen: views[at]?.revision ?? 0 })
          }}
        />
      ))}
      <RefusedNote attempt={attempt} answers={answers} />
      <div className={classes.finish}>
        <SaveStatus answers={answers} asks={views.filter(({ state }) => state === 'asks').length} />
        {isReadOnly ? null : <GradeButton attempt={attempt} answers={answers} views={views} />}
      </div>
    </>
  )
}

/** The answers as the server knew them when it made the page. */
const asServed = ({ id, uid, questions }: QuizAttempt) => ({
  ...newQueue({ attemptId: id, userId: uid, device: '' }),
  known: Object.fromEntries(questions.map((question) => [question.questionId, question])),
})

function Progress({ answered, all }: { answered: number; all: number }) {
  const percent = progressPercent(answered, all)
  return (
    <div className={classes.progress}>
      <ProgressBar value={percent} max={100} label={quizTexts.progress(answered, all)} />
      <p>
        {quizTexts.progress(answered, all)} · {quizTexts.percent(percent)}
      </p>
    </div>
  )
}

/** One element says whether everything is saved; it is announced politely. */
function SaveStatus({ answers, asks }: { answers: Answers; asks: number }) {
  const isHydrated = useHydrated()
  const { queue, outcome, isStored } = answers
  const waiting = queue?.waiting.length ?? 0
  const words = queue
    ? [
        waiting > 0 && outcome === 'later' ? quizTexts.someWaiting(waiting) : '',
        waiting > 0 && outcome === 'signed out' ? quizTexts.signedOut : '',
        waiting === 0 && Object.keys(queue.known).length > 0 ? quizTexts.allSaved : '',
        asks > 0 ? quizTexts.someAsk(asks) : '',
        isStored ? '' : quizTexts.notStored,
      ]
    : [isHydrated ? quizTexts.opening : '']
  return (
    <p role="status" className={classes.status}>
      {words.filter(Boolean).join(' ')}
    </p>
  )
}
