import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { openPane } from '@freeor/site-frame/settings/open-pane'
import { SettingsFrame } from '@freeor/site-frame/settings/settings-frame'
import { formatDate } from '@freeor/ui/format'
import { listLedger, readUse, readUseOverTime } from '../api/ledger.ts'
import classes from '../billing/billing.module.css'
import { LedgerFigures } from '../billing/ledger-figures.tsx'
import { LedgerTable } from '../billing/ledger-table.tsx'
import { UseChart } from '../billing/use-chart.tsx'
import { YearPlots } from '../billing/year-plots.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/settings-ledger'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.ledger.title) }]

const pageLength = 50

function readBefore(request: Request): number | undefined {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 ? before : undefined
}

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const { api, me } = await openPane(args, 'billing')
  const { user, allowance } = me
  if (!allowance) throw refuse(context, 'payment_required', 402)
  const before = readBefore(request)
  const page = before === undefined ? { limit: pageLength } : { limit: pageLength, before }
  const read = [listLedger(api, page), readUse(api), readUseOverTime(api)] as const
  const [entries, use, year] = await forPage(context, Promise.all(read))
  return { userId: user.id, allowance, entries, use, year }
}

export default function SettingsLedger({ loaderData }: Route.ComponentProps) {
  const { allowance, entries, use, year, userId } = loaderData
  const last = entries.length === pageLength ? entries.at(-1) : undefined
  return (
    <SettingsFrame>
      <PaneHead title={texts.ledger.heading} lead={texts.ledger.lead} />
      <Pane title={texts.ledger.use} wide>
        <LedgerFigures allowance={allowance} />
        <UseChart use={use} />
        <p className={classes.note}>
          {allowance.nextLeadsAt ? texts.ledger.next(formatDate(allowance.nextLeadsAt)) : texts.ledger.noNext}
        </p>
      </Pane>
      <Pane title={texts.ledger.year} wide>
        <YearPlots use={year} />
      </Pane>
      <Pane title={texts.ledger.entries} wide>
        <LedgerTable
          entries={entries}
          userId={userId}
          older={last ? `?before=${last.sequence}` : undefined}
        />
      </Pane>
    </SettingsFrame>
  )
}
