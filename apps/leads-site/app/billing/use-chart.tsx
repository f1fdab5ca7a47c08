import { formatCount, formatDate } from '@freeor/ui/format'
import { texts } from '../texts.ts'
import classes from './billing.module.css'
import type { DayUse } from './daily-use.ts'

const [width, height, gap] = [640, 96, 2]
const shownDays = 31
const dayLength = 86_400_000

const sayDay = (time: number): string => formatDate(new Date(time).toISOString())

/** Leads used a day as bars; the ledger below says the same in words. */
export function UseChart({ days }: { days: readonly DayUse[] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return <p className={classes.note}>{texts.ledger.noUse}</p>
  const largest = Math.max(...days.map(({ count }) => count))
  // A period that has only begun gets no wall of one bar.
  const slots = Math.max(days.length, shownDays)
  const slot = width / slots
  const first = Date.parse(days[0]?.day ?? '')
  return (
    <figure className={classes.plot}>
      <p className={classes.note}>{texts.ledger.most(formatCount(largest))}</p>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={texts.ledger.chartLabel(formatCount(total))}
      >
        <line x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} className={classes.axis} />
        {days.map(({ day, count }, i) => {
          const bar = count === 0 ? 0 : Math.max(2, (count / largest) * (height - 8))
          return (
            <rect
              key={day}
              x={i * slot}
              y={height - bar}
              width={slot - gap}
              height={bar}
              className={classes.bar}
            >
              <title>{texts.ledger.dayTotal(formatDate(day), formatCount(count))}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.span} aria-hidden>
        <span>{sayDay(first)}</span>
        <span>{sayDay(first + (slots - 1) * dayLength)}</span>
      </figcaption>
    </figure>
  )
}
