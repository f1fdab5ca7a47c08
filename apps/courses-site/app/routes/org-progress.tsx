import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Button } from '@mantine/core'
import { CourseChoice } from '../course/course-choice.tsx'
import { openOrgCoursePage } from '../org/open-org.ts'
import classes from '../org/org.module.css'
import { OrgFrame } from '../org/org-frame.tsx'
import { LessonPlot, WeekPlot } from '../org/plots.tsx'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-progress'

const words = organizationTexts.progress

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(organizationTexts.pages.progress) }]

export async function loader(args: Route.LoaderArgs) {
  const { api, isSuperAdmin, courses, organizations, course } = await openOrgCoursePage(args)
  const organization = new URL(args.request.url).searchParams.get('organization')
  const query = { course, ...(organization && { organization }) }
  const asked = () => api.GET('/api/org/progress', { params: { query } }).then(unwrap)
  const progress = course ? await forPage(args.context, asked()) : null
  return { progress, courses, course, organizations, isSuperAdmin }
}

type Data = Route.ComponentProps['loaderData']

/** How far everybody is; printed, it is the report. */
export default function OrgProgress({ loaderData }: Route.ComponentProps) {
  const { progress, courses, course, organizations, isSuperAdmin } = loaderData
  useLiveReload(({ event }) => event === 'members')
  return (
    <OrgFrame
      organizations={isSuperAdmin ? [organizationTexts.allUsers] : organizations}
      lead={progress ? `${progress.course.name}. ${words.lead}` : words.lead}
    >
      <CourseChoice key={course ?? ''} courses={courses} course={course} />
      {progress ? (
        <Figures progress={progress} isSuperAdmin={isSuperAdmin} />
      ) : (
        <p>{texts.courseChoice.none}</p>
      )}
    </OrgFrame>
  )
}

type FiguresProps = { progress: NonNullable<Data['progress']>; isSuperAdmin: boolean }

function Figures({ progress, isSuperAdmin }: FiguresProps) {
  const { members, started, finished, unconfirmed, byLesson, byWeek } = progress
  const isHydrated = useHydrated()
  const all = Math.max(1, members)
  return (
    <>
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
        <Button variant="default" onClick={() => window.print()}>
          {words.print}
        </Button>
      ) : null}
    </>
  )
}
