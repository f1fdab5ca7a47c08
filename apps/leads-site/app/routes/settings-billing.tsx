import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { requestContext } from '@freeor/site-frame/frame/request-context'
import type { Me } from '@freeor/site-frame/frame/visitor'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { listLedger } from '../api/ledger.ts'
import classes from '../billing/billing.module.css'
import { dailyUse } from '../billing/daily-use.ts'
import { LedgerTable } from '../billing/ledger-table.tsx'
import { UseChart } from '../billing/use-chart.tsx'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/settings-billing'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.billing.title) }]

const pageLength = 50
/** The API's largest page: the chart of a period with more entries than this shows the latest of them. */
const chartLength = 500

function readBefore(request: Request): number | undefined {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 ? before : undefined
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const { user, allowance } = await requireLogin(context, api)
  if (!allowance) throw refuse(context, 'payment_required', 402)
  const before = readBefore(request)
  const page = before === undefined ? { limit: pageLength } : { limit: pageLength, before }
  const [entries, recent] = await forPage(
    context,
    Promise.all([listLedger(api, page), listLedger(api, { limit: chartLength })]),
  )
  const { supportEmail } = context.get(requestContext)
  const days = dailyUse(recent, allowance.periodEnd, Date.now())
  return { userId: user.id, allowance, entries, days, supportEmail }
}

function PlanFigures({ allowance }: { allowance: NonNullable<Me['allowance']> }) {
  const day = new Date(allowance.billing_cycle_anchor * 1000).getUTCDate()
  return (
    <dl className={classes.stats}>
      <Stat label={texts.billing.plan} value={allowance.planName} />
      <Stat label={texts.billing.remaining} value={formatCount(allowance.leadsRemaining)} />
      <Stat label={texts.billing.perMonth} value={formatCount(allowance.leads)} />
      <Stat label={texts.billing.billingDay} value={texts.billing.dayOf(String(day))} />
      <Stat
        label={texts.billing.rollover}
        value={allowance.includesRollover ? texts.billing.rollsOver : texts.billing.expires}
      />
    </dl>
  )
}

export default function SettingsBilling({ loaderData }: Route.ComponentProps) {
  const { allowance, entries, days, userId, supportEmail } = loaderData
  const last = entries.length === pageLength ? entries.at(-1) : undefined
  return (
    <SiteFrame>
      <div className={classes.page}>
        <div className={classes.section}>
          <Title order={1}>{texts.billing.heading}</Title>
          <PlanFigures allowance={allowance} />
          <Text size="sm">
            {texts.billing.change} <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>.{' '}
            <Anchor component={Link} to="/pricing">
              {texts.billing.seePlans}
            </Anchor>
          </Text>
        </div>
        <section className={classes.section} aria-labelledby="use">
          <Title order={2} id="use">
            {texts.billing.use}
          </Title>
          <UseChart days={days} />
          <p className={classes.note}>{texts.billing.next(formatDate(allowance.periodEnd))}</p>
        </section>
        <section className={classes.section} aria-labelledby="ledger">
          <Title order={2} id="ledger">
            {texts.billing.ledger}
          </Title>
          <Text size="sm">{texts.billing.ledgerLead}</Text>
          <LedgerTable
            entries={entries}
            userId={userId}
            older={last ? `?before=${last.sequence}` : undefined}
          />
        </section>
      </div>
    </SiteFrame>
  )
}
