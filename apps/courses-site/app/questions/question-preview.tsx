import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import { useId } from 'react'
import { Markdown } from '../components/markdown.tsx'
import { MarkdownPreview } from '../components/markdown-preview.tsx'
import quiz from '../quiz/quiz.module.css'
import { quizTexts } from '../texts/quiz.ts'
import classes from './questions.module.css'

type Props = { draft: QuestionDraft; position: number; all: number }

/** The question as a student sees it; what is chosen is kept nowhere. */
export function QuestionPreview({ draft, position, all }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.preview} aria-labelledby={`${id}-position ${id}-text`}>
      <p id={`${id}-position`} className={quiz.position}>
        {quizTexts.question(position, all)}
      </p>
      <div id={`${id}-text`} className={quiz.asked}>
        <MarkdownPreview text={draft.question} />
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
