import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Pane } from '@freeor/site-frame/frame/pane'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Anchor, Button, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { chosenCourse } from '../course/chosen-course.ts'
import { CourseChoice } from '../course/course-choice.tsx'
import { coursePath } from '../course/paths.ts'
import { LearnerTabs } from '../learning/learner-tabs.tsx'
import { MailChoices } from '../learning/mail-choices.tsx'
import { MemberLessons } from '../org/member-lessons.tsx'
import classes from '../org/org.module.css'
import { LessonPlot, WeekPlot } from '../org/plots.tsx'
import { learningTexts } from '../texts/learning.ts'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/progress'

const words = learningTexts

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader(args: Route.LoaderArgs) {
  const { api } = await openLearnerPage(args)
  const { courses } = await forPage(args.context, api.GET('/api/learning/courses').then(unwrap))
  const course = chosenCourse(args.request, courses)
  const query = { course }
  const [progress, choices] = await forPage(
    args.context,
    Promise.all([
      course ? api.GET('/api/learning/progress', { params: { query } }).then(unwrap) : null,
      api.GET('/api/learning/choices').then(unwrap),
    ]),
  )
  return { progress, choices, courses, course }
}

/** Saves which mails the learner chose. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const isOn = (name: string) => text(name) === 'on'
  const body = {
    mailsReminder: isOn('mailsReminder'),
    mailsNewLesson: isOn('mailsNewLesson'),
    mailsCertificate: isOn('mailsCertificate'),
    mailsMessage: isOn('mailsMessage'),
  }
  const work = async () => unwrap(await serverApi(context).PATCH('/api/learning/choices', { body }))
  return await attempt({ intent, work, done: words.mails.saved })
}

type Progress = NonNullable<Route.ComponentProps['loaderData']['progress']>

function Figures({ progress }: { progress: Progress }) {
  const { lessons, minutesWatched, dueOn } = progress
  const done = lessons.filter(({ graded }) => graded.length > 0).length
  return (
    <dl className={classes.figures}>
      <Stat label={words.finished} value={organizationTexts.members.done(done, lessons.length)} />
      <Stat label={words.minutes} value={formatCount(minutesWatched)} />
      {dueOn ? <Stat label={words.due} value={formatDate(dueOn)} /> : null}
    </dl>
  )
}

function Plots({ progress: { lessons, byWeek } }: { progress: Progress }) {
  return (
    <>
      <LessonPlot
        title={words.scores}
        lessons={lessons.map(({ graded: [last], ...lesson }) => ({
          ...lesson,
          share: last ? last.score / Math.max(1, last.questions) : 0,
          value: last ? organizationTexts.member.score(last.score, last.questions) : words.noScore,
        }))}
      />
      <WeekPlot weeks={byWeek} title={words.byWeek} />
    </>
  )
}

function OfCourse({ progress }: { progress: Progress }) {
  const hasBegun = progress.lessons.some(({ graded }) => graded.length > 0)
  return (
    <>
      <Figures progress={progress} />
      {hasBegun ? (
        <Plots progress={progress} />
      ) : (
        <section className={classes.section}>
          <p>{words.nothing}</p>
          <Button component={Link} to={coursePath(progress.course._docId)}>
            {words.begin}
          </Button>
        </section>
      )}
      <section className={classes.section}>
        <MemberLessons lessons={progress.lessons} />
      </section>
    </>
  )
}

/** A learner's own progress, with the same plots as their organization's admins see. */
export default function OwnProgress({ loaderData, actionData }: Route.ComponentProps) {
  const { progress, choices, courses, course } = loaderData
  const answer = useKeptAnswer(actionData)
  useLiveReload(({ event }) => event === 'progress')
  return (
    <div className={classes.page}>
      <LearnerTabs />
      <header className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <p className={classes.lead}>{progress ? `${progress.course.name}. ${words.lead}` : words.lead}</p>
      </header>
      <CourseChoice key={course ?? ''} courses={courses} course={course} />
      {progress ? <OfCourse progress={progress} /> : <p>{texts.courseChoice.none}</p>}
      <MailChoices choices={choices} answer={answer} />
      <Pane title={words.takeAlong}>
        <Group gap="lg">
          <Anchor href="/api/learning/record?format=csv" download>
            {words.csv}
          </Anchor>
          <Anchor href="/api/learning/record?format=xapi" download>
            {words.xapi}
          </Anchor>
        </Group>
      </Pane>
    </div>
  )
}
