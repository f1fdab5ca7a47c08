import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { DueQuestion } from '@freeor/courses/reviews/schema'
import { Button } from '@mantine/core'
import { Form } from 'react-router'
import { Markdown } from '../components/markdown.tsx'
import { reviewTexts } from '../texts/review.ts'
import classes from './quiz.module.css'

/** A question that came back, as a plain form. */
export function ReviewQuestion({ question }: { question: DueQuestion }) {
  const { questionId, options, lessonTitle } = question
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="questionId" value={questionId} />
      <fieldset className={classes.question} aria-labelledby="asked-lesson asked">
        <p id="asked-lesson" className={classes.position}>
          {lessonTitle}
        </p>
        <div id="asked" className={classes.asked}>
          <Markdown text={question.question} />
        </div>
        <div className={classes.options}>
          {options.map((option, at) => (
            <label key={option.id} className={classes.option}>
              <input type="radio" name="optionId" value={option.id} required />
              <span className={classes.letter}>{letterOf(at)}</span>
              <span className={classes.optionText}>
                <Markdown text={option.text} inline />
              </span>
            </label>
          ))}
        </div>
        <Button type="submit" size="lg">
          {reviewTexts.check}
        </Button>
      </fieldset>
    </Form>
  )
}
