import { Pane } from '@freeor/site-frame/frame/pane'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import type { DayUse } from './daily-use.ts'
import { UseChart } from './use-chart.tsx'

/** The use of the month, on the way to the ledger. */
export function UsePane({ days }: { days: readonly DayUse[] }) {
  return (
    <Pane title={texts.ledger.use} wide>
      <UseChart days={days} />
      <Anchor component={Link} to="/settings/billing/ledger" w="fit-content">
        {texts.ledger.open}
      </Anchor>
    </Pane>
  )
}
