import { organizationTexts } from '../texts/organization.ts'
import classes from './member-table.module.css'

const words = organizationTexts.members

const summary = (scores: readonly (number | null)[]) =>
  scores.map((score, at) => words.lesson(at + 1, score)).join(', ')

/** The last score of each lesson as a row of marks, whose height is the score. The words are for screen readers. */
export function ScoreCells({ scores }: { scores: readonly (number | null)[] }) {
  return (
    <span className={classes.scores} role="img" aria-label={summary(scores)}>
      {scores.map((score, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson is its position here
          key={at}
          className={classes.mark}
          data-graded={score !== null || undefined}
          title={words.lesson(at + 1, score)}
        >
          {score === null ? null : <span style={{ height: `${Math.max(12, score)}%` }} />}
        </span>
      ))}
    </span>
  )
}
