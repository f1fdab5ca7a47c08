import { AdminFrame } from '@freeor/site-frame/admin/admin-frame'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { PaneHead } from '@freeor/site-frame/frame/pane'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { Link } from 'react-router'
import { ReportCard } from '../admin/report-card.tsx'
import classes from '../admin/reports.module.css'
import { handleReport, listReports } from '../api/reports.ts'
import { reportTexts as words } from '../texts/reports.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-reports'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.reports) }]

const states = ['open', 'closed'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  const state = new URL(request.url).searchParams.get('state') === 'closed' ? 'closed' : 'open'
  return { state, reports: await forPage(context, listReports(api, state)) } as const
}

/** Answers, refunds or closes a report. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer = form.text('answer')
  const wish = { refund: form.text('refund') !== '', close: form.text('close') !== '' }
  const work = () =>
    handleReport(serverApi(context), form.text('report'), { ...wish, ...(answer && { answer }) })
  return await attempt({ intent: 'handle', work, done: words.done })
}

/** What people say is wrong, for super admins. */
export default function AdminReports({ loaderData: { state, reports }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame>
      <PaneHead title={words.reports} lead={words.lead} />
      <nav aria-label={words.which} className={classes.states}>
        {states.map((one) => (
          <Link key={one} to={`?state=${one}`} aria-current={one === state ? 'page' : undefined}>
            {words.states[one]}
          </Link>
        ))}
      </nav>
      <AnswerNote answer={actionData} />
      {reports.length === 0 ? <p>{words.none[state]}</p> : null}
      <ul className={classes.reports}>
        {reports.map((report) => (
          <ReportCard key={`${report.id} ${report.answeredAt} ${report.refunded}`} report={report} />
        ))}
      </ul>
    </AdminFrame>
  )
}
