import { formatCount } from '@freeor/ui/format'
import states from '../assets/us-states.svg?url'
import { stateCodes, stateNames } from '../state-names.ts'
import classes from './state-map.module.css'

export type StateMapProps = {
  label: string
  /** Leads by two-letter state code. */
  counts: ReadonlyMap<string, number>
}

/** Depth of colour by the logarithm, or one large state would leave all others white. */
function depth(count: number, largest: number): number {
  return count === 0 ? 0 : 0.12 + 0.88 * (Math.log1p(count) / Math.log1p(largest))
}

/** The states, the darker the more leads. Drawn on the server; needs no script. */
export function StateMap({ label, counts }: StateMapProps) {
  const largest = Math.max(1, ...counts.values())
  return (
    <svg className={classes.map} viewBox="0 0 975 610" role="img" aria-label={label}>
      {stateCodes.map((code) => (
        <use
          key={code}
          href={`${states}#${code}`}
          className={classes.state}
          style={{ '--depth': depth(counts.get(code) ?? 0, largest).toFixed(2) } as React.CSSProperties}
        >
          <title>{`${stateNames[code]}: ${formatCount(counts.get(code) ?? 0)}`}</title>
        </use>
      ))}
    </svg>
  )
}
