import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import { useId } from 'react'
import { Markdown } from '../components/markdown.tsx'
import quiz from '../quiz/quiz.module.css'
import { quizTexts } from '../texts/quiz.ts'
import classes from './questions.module.css'

type Props = { draft: QuestionDraft; place: number; all: number }

/** The question as a student sees it; what is chosen is kept nowhere. */
export function QuestionPreview({ draft, place, all }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.preview} aria-labelledby={`${id}-place ${id}-text`}>
      <p id={`${id}-place`} className={quiz.place}>
        {quizTexts.question(place, all)}
      </p>
      <div id={`${id}-text`} className={quiz.asked}>
        <Markdown text={draft.question} />
      </div>
      <div className={quiz.options}>
        {draft.options.map(({ key, text }, at) => (
          <label key={key} className={quiz.option}>
            <input type="radio" name={id} value={key} />
            <span className={quiz.letter}>{letterOf(at)}</span>
            <span className={quiz.optionText}>
              <Markdown text={text} inline />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
