import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Button } from '@mantine/core'
import { openOrgPage } from '../org/open-org.ts'
import classes from '../org/org.module.css'
import { OrgFrame } from '../org/org-frame.tsx'
import { LessonPlot, WeekPlot } from '../org/plots.tsx'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-progress'

const words = organizationTexts.progress

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(organizationTexts.pages.progress) }]

export async function loader(args: Route.LoaderArgs) {
  const { api, isSuperAdmin } = await openOrgPage(args)
  const search = new URL(args.request.url).searchParams
  const query: Record<string, string> = {}
  for (const key of ['course', 'organization']) {
    const value = search.get(key)
    if (value) query[key] = value
  }
  const asked = api.GET('/api/org/progress', { params: { query } })
  return { ...(await forPage(args.context, asked.then(unwrap))), isSuperAdmin }
}

/** How far everybody is; printed, it is the report. */
export default function OrgProgress({ loaderData }: Route.ComponentProps) {
  const { members, started, finished, unconfirmed, byLesson, byWeek, organizations, isSuperAdmin } =
    loaderData
  const isHydrated = useHydrated()
  useLiveReload(({ event }) => event === 'members')
  const all = Math.max(1, members)
  return (
    <OrgFrame
      organizations={isSuperAdmin ? [organizationTexts.allUsers] : organizations}
      lead={`${loaderData.course.name}. ${words.lead}`}
    >
      <dl className={classes.figures}>
        <Stat label={words.members} value={formatCount(members)} />
        <Stat label={words.started} value={formatCount(started)} />
        <Stat label={words.finished} value={formatCount(finished)} />
        {isSuperAdmin ? null : <Stat label={words.waiting} value={formatCount(unconfirmed)} />}
      </dl>
      {started === 0 ? <p>{words.nothing}</p> : null}
      <WeekPlot weeks={byWeek} title={words.byWeek} />
      <LessonPlot
        title={words.byLesson}
        lessons={byLesson.map((lesson) => ({
          ...lesson,
          share: lesson.done / all,
          value: formatCount(lesson.done),
        }))}
      />
      <LessonPlot
        title={words.averages}
        lessons={byLesson.map((lesson) => ({
          ...lesson,
          share: (lesson.averageScore ?? 0) / 100,
          value: lesson.averageScore === null ? words.none : `${lesson.averageScore}%`,
        }))}
      />
      {isHydrated ? (
        <Button className={classes.noPrint} variant="default" onClick={() => window.print()}>
          {words.print}
        </Button>
      ) : null}
    </OrgFrame>
  )
}
