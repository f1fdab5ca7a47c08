import type { QueryError } from '@freeor/leads/query/query-error'
import { texts } from '../texts.ts'
import classes from './query-bar.module.css'

export type QueryMistakeProps = {
  id: string
  /** The text that contains the mistake, when it is the one on screen. */
  text: string | null
  error: QueryError
}

/** What is wrong with a query text, with the place underlined and what was expected there. */
export function QueryMistake({ id, text, error }: QueryMistakeProps) {
  const { position, length, expected, message } = error
  return (
    <div id={id} className={classes.mistake} role="status">
      {text === null ? null : (
        <code className={classes.mistakeText} aria-hidden="true">
          {text.slice(Math.max(0, position - 24), position)}
          <mark>{text.slice(position, position + Math.max(1, length)) || ' '}</mark>
          {text.slice(position + Math.max(1, length), position + Math.max(1, length) + 24)}
        </code>
      )}
      <span>
        {message}.{' '}
        {expected.length > 0 ? (
          <>
            {texts.search.expected}{' '}
            {expected.map((each, i) => (
              <span key={each}>
                {i > 0 ? ', ' : ''}
                <code>{each}</code>
              </span>
            ))}
          </>
        ) : null}
      </span>
    </div>
  )
}
