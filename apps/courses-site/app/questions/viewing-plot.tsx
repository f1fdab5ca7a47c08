import { writeClock } from '@freeor/courses/captions/timestamp'
import type { ViewingAnswer } from '@freeor/courses/progress/viewing/schema'
import { findHalfTime } from '@freeor/courses/progress/viewing/viewing-curve'
import { useId } from 'react'
import { questionTexts } from '../texts/questions.ts'
import classes from './statistics.module.css'

const words = questionTexts.statistics.viewing

const [width, height, left, foot] = [420, 240, 40, 28]

/** Where the viewers of the video are, hundredth by hundredth, and where half of them have left. */
export function ViewingPlot({ viewing }: { viewing: ViewingAnswer }) {
  const id = useId()
  const { viewers, seconds, watched, ended } = viewing
  if (viewers === 0 || seconds === null)
    return (
      <section aria-labelledby={id}>
        <h3 id={id}>{words.title}</h3>
        <p>{viewers === 0 ? words.nobody : words.noLength}</p>
      </section>
    )
  const at = (part: number) => writeClock((part / watched.length) * seconds)
  const most = Math.max(1, ...watched)
  const step = (width - left) / watched.length
  const y = (count: number) => 14 + (height - foot - 14) * (1 - count / most)
  const line = watched.map(
    (count, part) => `${left + part * step},${y(count)} ${left + (part + 1) * step},${y(count)}`,
  )
  const half = findHalfTime({ ended })
  const spoken = watched.flatMap((count, part) => (part % 10 === 0 ? [words.at(at(part), count)] : []))
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{words.title}</h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.plot}
        role="img"
        aria-label={spoken.join(', ')}
      >
        <polygon className={classes.area} points={`${left},${y(0)} ${line.join(' ')} ${width},${y(0)}`} />
        <line x1={left} x2={width} y1={y(0)} y2={y(0)} />
        {half === undefined ? null : (
          <line
            className={classes.mark}
            x1={left + (half + 1) * step}
            x2={left + (half + 1) * step}
            y1={14}
            y2={y(0)}
          />
        )}
        <text x={left - 6} y={y(most) + 4} textAnchor="end">
          {most}
        </text>
        <text x={left - 6} y={y(0)} textAnchor="end">
          0
        </text>
        {[0, 50, 100].map((percent) => (
          <text
            key={percent}
            x={left + ((width - left) * percent) / 100}
            y={height - 6}
            textAnchor={percent === 0 ? 'start' : percent === 100 ? 'end' : 'middle'}
          >
            {writeClock((seconds * percent) / 100)}
          </text>
        ))}
      </svg>
      <p>
        {words.viewers(viewers)} {half === undefined ? words.stay : words.half(at(half + 1), half + 1)}
      </p>
    </section>
  )
}
