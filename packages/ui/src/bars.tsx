import { UnstyledButton } from '@mantine/core'
import classes from './bars.module.css'
import { formatCount } from './format.ts'

export type Bar = {
  value: string
  count: number
  selected?: boolean
  /** It only shows, also where the others are toggles. */
  isFixed?: boolean
}

export type BarsProps = {
  bars: readonly Bar[]
  /** Names the list for a screen reader. */
  label: string
  /** Without it the bars only show. */
  onToggle?: (value: string) => void
}

function BarBody({ bar, largest }: { bar: Bar; largest: number }) {
  return (
    <>
      <span className={classes.fill} style={{ width: `${(100 * Math.max(0, bar.count)) / largest}%` }} />
      <span className={classes.value}>{bar.value}</span>
      <span className={classes.count}>{formatCount(bar.count)}</span>
    </>
  )
}

/** Counts by value as bars, each a toggle. */
export function Bars({ bars, label, onToggle }: BarsProps) {
  const largest = Math.max(1, ...bars.map((bar) => bar.count))
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.value}>
          {onToggle && !bar.isFixed ? (
            <UnstyledButton
              className={classes.bar}
              aria-pressed={bar.selected ?? false}
              onClick={() => onToggle(bar.value)}
            >
              <BarBody bar={bar} largest={largest} />
            </UnstyledButton>
          ) : (
            <span className={classes.bar}>
              <BarBody bar={bar} largest={largest} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
