import type { Me } from '@freeor/site-frame/frame/visitor'
import { formatCount } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { texts } from '../texts.ts'
import classes from './billing.module.css'

/** What the plan gives and what is left of it. */
export function LedgerFigures({ allowance }: { allowance: NonNullable<Me['allowance']> }) {
  const { leads, leadsRemaining, includesRollover } = allowance
  return (
    <dl className={classes.stats}>
      <Stat label={texts.ledger.remaining} value={formatCount(leadsRemaining)} />
      <Stat label={texts.ledger.perMonth} value={formatCount(leads)} />
      <Stat
        label={texts.ledger.rollover}
        value={includesRollover ? texts.ledger.rollsOver : texts.ledger.expires}
      />
    </dl>
  )
}
