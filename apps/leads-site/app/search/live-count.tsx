import { formatCount } from '@freeor/ui/format'
import { texts } from '../texts.ts'
import panelClasses from './panels.module.css'
import classes from './search.module.css'

export type LiveCountProps = { count: number | undefined; asOf: number | null; isPending: boolean }

/** The exact count, announced when it has settled. */
export function LiveCount({ count, asOf, isPending }: LiveCountProps) {
  return (
    <p className={classes.count} aria-live="polite" aria-atomic="true" aria-busy={isPending}>
      <strong>
        {count === undefined ? '—' : count === 1 ? texts.search.one : texts.search.count(formatCount(count))}
      </strong>
      {asOf === null ? null : <span className={panelClasses.note}>{texts.search.asOf(asOf)}</span>}
    </p>
  )
}
