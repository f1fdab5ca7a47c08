import { formatCount, formatDate } from '@freeor/ui/format'
import type { LedgerUse } from '../api/ledger.ts'
import { texts } from '../texts.ts'
import classes from './billing.module.css'

const [width, height, gap] = [640, 96, 2]
const dayLength = 86_400_000

/** Leads used a day as bars over the whole period; the ledger says the same in words. */
export function UseChart({ use }: { use: LedgerUse }) {
  const total = use.days.reduce((sum, { used }) => sum + used, 0)
  if (total === 0) return <p className={classes.note}>{texts.ledger.noUse}</p>
  const largest = Math.max(...use.days.map(({ used }) => used))
  const first = Date.parse(use.period_start.slice(0, 10))
  const slots = Math.round((Date.parse(use.period_end.slice(0, 10)) - first) / dayLength) + 1
  const slot = width / slots
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
        {use.days.map(({ day, used }) => {
          const bar = used === 0 ? 0 : Math.max(2, (used / largest) * (height - 8))
          const place = Math.round((Date.parse(day) - first) / dayLength)
          return (
            <rect
              key={day}
              x={place * slot}
              y={height - bar}
              width={slot - gap}
              height={bar}
              className={classes.bar}
            >
              <title>{texts.ledger.dayTotal(formatDate(day), formatCount(used))}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.span} aria-hidden>
        <span>{formatDate(use.period_start)}</span>
        <span>{formatDate(use.period_end)}</span>
      </figcaption>
    </figure>
  )
}
