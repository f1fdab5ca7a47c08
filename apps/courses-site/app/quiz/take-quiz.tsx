import { progressPercent } from '@freeor/courses/attempts/grading'
import type { LessonState } from '@freeor/courses/catalog/schema'
import { Button } from '@mantine/core'
import { Form, Link } from 'react-router'
import longLabel from '../components/long-label.module.css'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './quiz.module.css'

const { takeQuiz: words } = lessonTexts

export type TakeQuizProps = {
  lessonId: string
  /** What the learner has done of the lesson. */
  state: Pick<LessonState, 'open' | 'graded'> | null
}

function labelOf({ open, graded }: Pick<LessonState, 'open' | 'graded'>): string {
  if (open) return words.goOn(progressPercent(open.answered, open.questions))
  return graded ? words.again : words.take
}

/** Opens the quiz of a lesson: the attempt that is not graded, or a new one. Works without script. */
export function TakeQuiz({ lessonId, state }: TakeQuizProps) {
  const { open = null, graded = null } = state ?? {}
  return (
    <div className={classes.take} data-no-print>
      <Form method="post" action="/quizzes">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="lessonId" value={lessonId} />
        <Button type="submit" size="lg" classNames={longLabel}>
          {labelOf({ open, graded })}
        </Button>
      </Form>
      {graded ? (
        <Link to={`/quiz/${graded.attemptId}`}>{words.review(graded.score, graded.questions)}</Link>
      ) : null}
    </div>
  )
}
