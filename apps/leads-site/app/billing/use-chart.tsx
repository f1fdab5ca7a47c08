import { formatCount, formatDate } from '@freeor/ui/format'
import { texts } from '../texts.ts'
import classes from './billing.module.css'
import type { DayUse } from './daily-use.ts'

const [width, height, gap] = [640, 96, 2]

/** Leads used a day as bars; the ledger below says the same in words. */
export function UseChart({ days }: { days: readonly DayUse[] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return <p className={classes.note}>{texts.billing.noUse}</p>
  const largest = Math.max(...days.map(({ count }) => count))
  // A period that has only begun gets no wall of one bar.
  const slot = width / Math.max(days.length, 31)
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={texts.billing.chartLabel(formatCount(total))}
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
            <title>{texts.billing.dayTotal(formatDate(day), formatCount(count))}</title>
          </rect>
        )
      })}
    </svg>
  )
}
