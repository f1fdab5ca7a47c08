import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { PaneHead } from '@freeor/site-frame/frame/pane'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Button } from '@mantine/core'
import { Form, Link, useSearchParams } from 'react-router'
import { withCourse } from '../course/chosen-course.ts'
import { CourseChoice } from '../course/course-choice.tsx'
import { confirmIntent, submitConfirmation } from '../org/load-members.ts'
import { MemberLessons } from '../org/member-lessons.tsx'
import { openOrgCoursePage } from '../org/open-org.ts'
import classes from '../org/org.module.css'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-member'

const words = organizationTexts.member

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.member.name ?? organizationTexts.title) },
]

export async function loader(args: Route.LoaderArgs) {
  const { api, courses, course } = await openOrgCoursePage(args)
  const path = { userId: args.params.userId }
  const asked = api.GET('/api/org/members/{userId}', { params: { path, query: { course } } })
  return { ...(await forPage(args.context, asked.then(unwrap))), courses }
}

export const action = async (args: Route.ActionArgs) => await submitConfirmation(args)

type Data = Route.ComponentProps['loaderData']

/** Confirms the member, or takes it back; for users without an organization there is nothing to confirm. */
function Confirmation({ member: { uid, name, confirmed, org } }: Data) {
  if (org === '') return null
  return (
    <Form method="post" className={classes.noPrint}>
      <input type="hidden" name="intent" value={confirmIntent} />
      <input type="hidden" name="uid" value={uid} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="confirmed" value={String(!confirmed)} />
      <Button type="submit" variant={confirmed ? 'default' : 'filled'}>
        {confirmed ? words.unconfirm : organizationTexts.waiting.confirm}
      </Button>
    </Form>
  )
}

/** One member's quiz progress. */
export default function OrgMember({ loaderData, actionData }: Route.ComponentProps) {
  const { member, lessons, minutesWatched, dueOn, course, courses } = loaderData
  const [search] = useSearchParams()
  const answer = useKeptAnswer(actionData)
  useLiveReload(({ event, ids }) => event === 'members' && (ids.length === 0 || ids.includes(member.uid)))
  return (
    <div className={classes.page}>
      <PaneHead
        title={member.name}
        lead={`${member.email} · ${member.org || organizationTexts.admin.none}`}
        back={{ to: withCourse('/org', search), label: words.back }}
      />
      <AnswerNote answer={answer} intents={[confirmIntent]} />
      <CourseChoice key={course._docId} courses={courses} course={course._docId} />
      <dl className={classes.figures}>
        <Stat
          label={words.lessonsDone}
          value={organizationTexts.members.done(member.lessonsDone, lessons.length)}
        />
        <Stat label={words.last} value={member.score === null ? '–' : `${member.score}%`} />
        <Stat label={words.minutes} value={formatCount(minutesWatched)} />
        {dueOn ? <Stat label={words.due} value={formatDate(dueOn)} /> : null}
        {member.certificate ? (
          <Stat
            label={organizationTexts.members.certificate}
            value={formatDate(member.certificate.issuedAt)}
          />
        ) : null}
      </dl>
      {member.certificate ? (
        <p>
          <Link to={`/certificates/${member.certificate.serial}`}>{member.certificate.serial}</Link>
        </p>
      ) : null}
      <section className={classes.section} aria-label={course.name}>
        <MemberLessons lessons={lessons} />
        <p>{words.privacy}</p>
      </section>
      <Confirmation {...loaderData} />
    </div>
  )
}
