import type { PointerEvent } from 'react'
import { organizationTexts } from '../texts/organization.ts'
import classes from './member-table.module.css'
import { type Scores, summarizeScores } from './summarize-scores.ts'

const words = organizationTexts.members

/** Of a mark, in the drawing's own units; 1 unit lies between two. */
const markWidth = 7
const pitch = markWidth + 1
const height = 28
/** In percent: a mark of no points is seen too. */
const lowest = 12

/** One line for each graded lesson, as high as its score. */
const linesOf = (scores: Scores) =>
  scores
    .map((score, at) =>
      score === null
        ? ''
        : `M${at * pitch + markWidth / 2} ${height}v-${Math.round((height * Math.max(lowest, score)) / 100)}`,
    )
    .join('')

/**
 * The last score of each lesson as a row of marks, whose height is the score. The words are for screen readers. Two paths
 * for all marks: with an element for each, a page of 100 members and 200 lessons would be 2 MB.
 */
export function ScoreCells({ scores }: { scores: Scores }) {
  const width = scores.length * pitch
  const sayLesson = ({ currentTarget, clientX }: PointerEvent<HTMLSpanElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const at = Math.min(scores.length - 1, Math.floor(((clientX - box.left) / box.width) * scores.length))
    currentTarget.title = words.lesson(at + 1, scores[at] ?? null)
  }
  return (
    <span
      className={classes.scores}
      role="img"
      aria-label={summarizeScores(scores)}
      onPointerMove={sayLesson}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path
          className={classes.lessons}
          d={`M0 ${height / 2}H${width}`}
          strokeWidth={height}
          strokeDasharray={`${markWidth} 1`}
        />
        <path className={classes.graded} d={linesOf(scores)} strokeWidth={markWidth} />
      </svg>
    </span>
  )
}
