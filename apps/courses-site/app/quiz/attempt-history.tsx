import type { AttemptCard } from '@freeor/courses/attempts/schema'
import { formatDate } from '@freeor/ui/format'
import { Link } from 'react-router'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'

/** The graded attempts before, each at its own address. */
export function AttemptHistory({ attempts }: { attempts: readonly AttemptCard[] }) {
  if (attempts.length === 0) return null
  return (
    <section aria-labelledby="history" className={classes.history}>
      <h2 id="history">{quizTexts.history}</h2>
      <ul className={classes.plain}>
        {attempts.map(({ id, score, questionCount, gradedAt }) => (
          <li key={id}>
            <Link to={`/quiz/${id}`}>{quizTexts.graded(score ?? 0, questionCount)}</Link>{' '}
            {gradedAt ? <time dateTime={gradedAt}>{formatDate(gradedAt)}</time> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
