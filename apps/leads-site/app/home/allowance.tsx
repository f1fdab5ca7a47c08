import type { Me } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from '../routes/search-home.module.css'
import { texts } from '../texts.ts'

export type AllowanceProps = {
  allowance: NonNullable<Me['allowance']>
  /** Whether the person may choose another plan. */
  canChange: boolean
}

/** A fifth of a month's leads, or fewer, are left. */
const isLow = ({ leads, leadsRemaining }: AllowanceProps['allowance']) =>
  leads > 0 && leadsRemaining <= Math.floor(leads / 5)

/** What is left of the plan's leads, and when more come. */
export function Allowance({ allowance, canChange }: AllowanceProps) {
  const isUsedUp = allowance.leadsRemaining <= 0
  return (
    <section aria-label={texts.home.allowance}>
      <dl className={classes.stats}>
        <Stat label={texts.home.remaining} value={formatCount(allowance.leadsRemaining)} />
        <Stat label={texts.home.perMonth} value={formatCount(allowance.leads)} />
        <Stat label={texts.home.perFile} value={formatCount(allowance.downloadLimit)} />
        {allowance.nextLeadsAt ? (
          <Stat label={texts.home.renews} value={formatDate(allowance.nextLeadsAt)} />
        ) : null}
      </dl>
      {isUsedUp || isLow(allowance) ? (
        <Alert color="orange" mt="md" role="status">
          {isUsedUp ? texts.home.usedUp : texts.home.low}{' '}
          {isUsedUp && canChange ? (
            <Anchor component={Link} to="/pricing">
              {texts.downloads.seePlans}
            </Anchor>
          ) : null}
        </Alert>
      ) : null}
    </section>
  )
}
