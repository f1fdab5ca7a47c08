import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { changeSchedule, deleteSchedule, listSchedules, orderWaiting } from '../api/scheduled-downloads.ts'
import { SchedulesTable } from '../schedules/schedules-table.tsx'
import { scheduleTexts as words } from '../texts/schedules.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/scheduled-downloads'
import classes from './search-home.module.css'

export const shouldRevalidate = readAgainWhereOutdated

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  if (!me.abilities['downloads.order']) throw refuse(context, 'forbidden', 403)
  return { schedules: await forPage(context, listSchedules(api)), userId: me.user.id }
}

/** Pauses, changes or deletes one, or orders what waits. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  const [id, ceiling] = [text('scheduleId'), text('ceiling')]
  if (intent === 'ceiling' && !/^\d{1,7}$/.test(ceiling)) return refusal(intent, words.ceilingBad)
  const works: Record<string, readonly [() => Promise<unknown>, string]> = {
    pause: [() => changeSchedule(api, id, { paused: true }), words.done.pause],
    resume: [() => changeSchedule(api, id, { paused: false }), words.done.resume],
    ceiling: [() => changeSchedule(api, id, { ceiling: Number(ceiling) }), words.done.ceiling],
    delete: [() => deleteSchedule(api, id), words.done.delete],
    order: [
      () => orderWaiting(api, { id, runId: text('runId'), newLeads: Number(text('newLeads')) }),
      words.done.order,
    ],
  }
  const [work, done] = works[intent] ?? [async () => undefined, '']
  return await attempt({ intent, work, done })
}

/** Downloads that repeat by themselves. */
export default function ScheduledDownloads({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <PaneHead title={words.title} lead={words.lead} back={{ to: '/search', label: words.back }} />
      <AnswerNote answer={actionData} />
      <Pane title={words.all} wide>
        <HeldWhileActing>
          <SchedulesTable {...loaderData} />
        </HeldWhileActing>
      </Pane>
    </div>
  )
}
