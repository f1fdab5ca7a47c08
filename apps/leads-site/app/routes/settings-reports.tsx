import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { PaneHead } from '@freeor/site-frame/frame/pane'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { SettingsFrame } from '@freeor/site-frame/settings/settings-frame'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import classes from '../admin/reports.module.css'
import { listOwnReports } from '../api/reports.ts'
import { OwnReportCard } from '../home/own-report-card.tsx'
import { reportTexts as words } from '../texts/reports.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/settings-reports'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.own) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const { abilities } = await requireLogin(context, api)
  if (!abilities['searches.read']) throw refuse(context, 'forbidden', 403)
  return {
    reports: await forPage(context, listOwnReports(api)),
    mayFetch: abilities['downloads.order'],
  }
}

/** What somebody reported themselves, and what came of it. */
export default function SettingsReports({ loaderData: { reports, mayFetch } }: Route.ComponentProps) {
  return (
    <SettingsFrame>
      <PaneHead title={words.own} lead={words.ownLead} />
      {reports.length === 0 ? (
        <Text>
          {words.noneYet}{' '}
          <Anchor component={Link} to="/search">
            {words.toSearches}
          </Anchor>
        </Text>
      ) : null}
      <ul className={classes.reports} hidden={reports.length === 0}>
        {reports.map((report) => (
          <OwnReportCard key={report.id} report={report} mayFetch={mayFetch} />
        ))}
      </ul>
    </SettingsFrame>
  )
}
