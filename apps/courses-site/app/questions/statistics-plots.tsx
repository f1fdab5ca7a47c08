import type { QuestionStatistics } from '@freeor/courses/questions/statistics/schema'
import { useId } from 'react'
import { questionTexts } from '../texts/questions.ts'
import classes from './statistics.module.css'

const words = questionTexts.statistics

const [width, height, foot] = [420, 240, 28]

/** Narrower columns have no room for a number of their own. */
const leastLabelled = 24

/** How many attempts have each score, as columns; the same as words for screen readers. */
export function ScorePlot({ distribution }: { distribution: readonly number[] }) {
  const id = useId()
  const most = Math.max(1, ...distribution)
  const step = width / distribution.length
  const heightOf = (amount: number) => ((height - foot - 20) * amount) / most
  const spoken = distribution.flatMap((amount, score) => (amount > 0 ? [words.inScore(amount, score)] : []))
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{words.distribution}</h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.plot}
        role="img"
        aria-label={spoken.join(', ')}
      >
        <line x1="0" x2={width} y1={height - foot} y2={height - foot} />
        {[...distribution.entries()].map(([score, amount]) => (
          <g key={score}>
            <rect
              x={score * step + 2}
              width={Math.max(1, step - 4)}
              y={height - foot - heightOf(amount)}
              height={heightOf(amount)}
              rx="2"
            >
              <title>{words.inScore(amount, score)}</title>
            </rect>
            {amount > 0 && step >= leastLabelled ? (
              <text x={(score + 0.5) * step} y={height - foot - heightOf(amount) - 6} textAnchor="middle">
                {amount}
              </text>
            ) : null}
            {step >= leastLabelled || score === 0 || score === distribution.length - 1 ? (
              <text x={(score + 0.5) * step} y={height - 8} textAnchor="middle">
                {score}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </section>
  )
}

const left = 40

/** Each question as a point: how many get it right, against how well it tells those who know from those who do not. */
export function FacilityPlot({ questions }: { questions: readonly QuestionStatistics[] }) {
  const id = useId()
  const points = questions.flatMap(({ questionId, facility, discriminationIndex: index, verdict }, at) =>
    facility === null || index === null ? [] : [{ questionId, facility, index, verdict, position: at + 1 }],
  )
  if (points.length === 0) return null
  const x = (facility: number) => left + ((width - left - 24) * facility) / 100
  const y = (index: number) => 14 + ((height - foot - 28) * (100 - index)) / 200
  const describe = ({ position, facility, index }: (typeof points)[number]) =>
    `${words.columns.question} ${position}: ${words.columns.facility} ${facility.toFixed(0)}%, ${words.columns.discriminationIndex} ${index.toFixed(0)}%`
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{words.scatter}</h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.plot}
        role="img"
        aria-label={points.map(describe).join('; ')}
      >
        <line x1={left} x2={width} y1={y(0)} y2={y(0)} />
        <line x1={left} x2={left} y1={y(100)} y2={y(-100)} />
        {[100, 0, -100].map((index) => (
          <text key={index} x={left - 6} y={y(index) + 4} textAnchor="end">
            {index}
          </text>
        ))}
        {[0, 50, 100].map((facility) => (
          <text key={facility} x={x(facility)} y={height - 6} textAnchor="middle">
            {`${facility}%`}
          </text>
        ))}
        {points.map((point) => (
          <g key={point.questionId}>
            <circle
              cx={x(point.facility)}
              cy={y(point.index)}
              r="6"
              data-bad={point.verdict === 'keyProbablyWrong' || undefined}
            >
              <title>{describe(point)}</title>
            </circle>
            <text x={x(point.facility) + 9} y={y(point.index) + 4}>
              {point.position}
            </text>
          </g>
        ))}
      </svg>
    </section>
  )
}
