import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { AttemptQuestion, QuizAttempt } from '@freeor/courses/attempts/schema'
import { Badge } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Markdown } from '../components/markdown.tsx'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'
import { ReportQuestion } from './report-question.tsx'

type QuestionReviewProps = {
  question: AttemptQuestion
  position: number
  /** Which question it is: its number in the quiz, or its lesson. */
  label: string
  mayReport: boolean
}

function Verdict({ question: { correct, selectedAnswer } }: { question: AttemptQuestion }) {
  if (selectedAnswer === null) return <p className={classes.verdict}>{quizTexts.unansweredOne}</p>
  return (
    <p className={classes.verdict} data-correct={correct}>
      {correct ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
      {correct ? quizTexts.correct : quizTexts.wrong}
    </p>
  )
}

/** A graded question: what was chosen, what is correct, and why. */
export function QuestionReview({ question, position, label, mayReport }: QuestionReviewProps) {
  const { options, answer, selectedAnswer, explanation } = question
  return (
    <section className={classes.question} aria-labelledby={`question-${position}`}>
      <h2 id={`question-${position}`} className={classes.position}>
        {label}
      </h2>
      <div className={classes.asked}>
        <Markdown text={question.question} />
      </div>
      <ol className={classes.options}>
        {options.map((option, at) => (
          <li
            key={option.id}
            className={classes.option}
            data-right={option.id === answer || undefined}
            data-chosen={option.id === selectedAnswer || undefined}
          >
            <span className={classes.letter}>{letterOf(at)}</span>
            <span className={classes.optionText}>
              <Markdown text={option.text} inline />
            </span>
            {option.id === selectedAnswer ? <Badge variant="default">{quizTexts.yours}</Badge> : null}
            {option.id === answer ? (
              <Badge variant="default" className={classes.right}>
                {quizTexts.right}
              </Badge>
            ) : null}
          </li>
        ))}
      </ol>
      <Verdict question={question} />
      {explanation ? (
        <div className={classes.explanation}>
          <h3>{quizTexts.explanation}</h3>
          <Markdown text={explanation} />
        </div>
      ) : null}
      {mayReport ? <ReportQuestion questionId={question.questionId} /> : null}
    </section>
  )
}

/** All questions of a graded attempt. */
export const QuizReview = ({ attempt, mayReport }: { attempt: QuizAttempt; mayReport: boolean }) =>
  attempt.questions.map((question, at) => (
    <QuestionReview
      key={question.questionId}
      {...{ question, mayReport, position: at + 1 }}
      label={quizTexts.question(at + 1, attempt.questions.length)}
    />
  ))
