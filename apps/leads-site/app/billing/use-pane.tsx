import { Pane } from '@freeor/site-frame/frame/pane'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { LedgerUse } from '../api/ledger.ts'
import { texts } from '../texts.ts'
import { UseChart } from './use-chart.tsx'

/** The use in this period, with a link to the ledger. */
export function UsePane({ use }: { use: LedgerUse }) {
  return (
    <Pane title={texts.ledger.use} wide>
      <UseChart use={use} />
      <Anchor component={Link} to="/settings/billing/ledger" w="fit-content">
        {texts.ledger.open}
      </Anchor>
    </Pane>
  )
}
