import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Pane } from '@freeor/site-frame/frame/pane'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Anchor, Button, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
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
  const course = new URL(args.request.url).searchParams.get('course')
  const query = course ? { course } : {}
  const asked = api.GET('/api/learning/progress', { params: { query } })
  const [progress, choices] = await Promise.all([
    forPage(args.context, asked.then(unwrap)),
    forPage(args.context, api.GET('/api/learning/choices').then(unwrap)),
  ])
  return { progress, choices }
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

type Progress = Route.ComponentProps['loaderData']['progress']

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

/** A learner's own progress, with the same plots as their organization's admins see. */
export default function OwnProgress({ loaderData, actionData }: Route.ComponentProps) {
  const { progress, choices } = loaderData
  useLiveReload(({ event }) => event === 'progress')
  const hasBegun = progress.lessons.some(({ graded }) => graded.length > 0)
  return (
    <div className={classes.page}>
      <LearnerTabs />
      <header className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <p className={classes.lead}>{`${progress.course.name}. ${words.lead}`}</p>
      </header>
      <Figures progress={progress} />
      {hasBegun ? (
        <Plots progress={progress} />
      ) : (
        <section className={classes.section}>
          <p>{words.nothing}</p>
          <Button component={Link} to="/intro">
            {words.begin}
          </Button>
        </section>
      )}
      <section className={classes.section}>
        <MemberLessons lessons={progress.lessons} />
      </section>
      <MailChoices choices={choices} answer={actionData} />
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
