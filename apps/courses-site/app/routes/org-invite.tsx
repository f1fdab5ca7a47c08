import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { Pane } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button } from '@mantine/core'
import { Form } from 'react-router'
import { CourseChoice } from '../course/course-choice.tsx'
import { DueForm, LinkForm, MailForm } from '../org/invite-forms.tsx'
import { openOrgCoursePage } from '../org/open-org.ts'
import { OrgFrame } from '../org/org-frame.tsx'
import { submitInvitations } from '../org/submit-invitations.ts'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-invite'

export const shouldRevalidate = readAgainWhereOutdated

const words = organizationTexts.invite

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(organizationTexts.pages.invite) }]

export async function loader(args: Route.LoaderArgs) {
  const { api, isSuperAdmin, organizations, courses, course } = await openOrgCoursePage(args)
  const query = { course, limit: 1 }
  const [{ invitations }, table] = await forPage(
    args.context,
    Promise.all([
      api.GET('/api/org/invitations').then(unwrap),
      course ? api.GET('/api/org/members', { params: { query } }).then(unwrap) : null,
    ]),
  )
  return { invitations, organizations, dueDates: table?.dueDates ?? [], courses, course, isSuperAdmin }
}

export const action = async (args: Route.ActionArgs) => await submitInvitations(args)

type Invitation = Route.ComponentProps['loaderData']['invitations'][number]

const stateOf = ({ acceptedAt, expired }: Invitation) =>
  acceptedAt ? words.accepted : expired ? words.expired : words.open

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Table
      label={words.list}
      empty={words.empty}
      columns={[words.to, organizationTexts.members.organization, words.until, words.state, words.revoke]}
      rows={invitations.map((one) => ({
        key: one.id,
        cells: [
          one.email ?? words.anyone,
          one.organization,
          formatDate(one.expiresAt),
          stateOf(one),
          one.acceptedAt ? null : (
            <Form key="revoke" method="post">
              <input type="hidden" name="intent" value="revoke" />
              <input type="hidden" name="invitationId" value={one.id} />
              <Button
                type="submit"
                variant="default"
                size="xs"
                aria-label={words.revokeLabel(one.email ?? words.anyone)}
              >
                {words.revoke}
              </Button>
            </Form>
          ),
        ],
      }))}
    />
  )
}

/** Invitations to an organization, and its due date. */
export default function OrgInvite({ loaderData, actionData }: Route.ComponentProps) {
  const { invitations, organizations, dueDates, courses, course, isSuperAdmin } = loaderData
  const note = (intent: string) => <AnswerNote answer={actionData} intents={[intent]} />
  return (
    <OrgFrame organizations={isSuperAdmin ? [organizationTexts.allUsers] : organizations} lead={words.lead}>
      <Pane title={words.byMail}>
        {note('mail')}
        <MailForm
          organizations={organizations}
          answer={actionData?.intent === 'mail' ? actionData : undefined}
        />
      </Pane>
      <Pane title={words.byLink}>
        {note('link')}
        <LinkForm organizations={organizations} />
      </Pane>
      {course ? (
        <Pane title={words.due} lead={words.dueLead}>
          {note('due')}
          <CourseChoice key={course} courses={courses} course={course} />
          {organizations.map((organization) => {
            const dueOn = dueDates.find((one) => one.organization === organization)?.dueOn ?? ''
            const isNamed = organizations.length > 1
            return (
              <DueForm
                key={`${course} ${organization} ${dueOn}`}
                {...{ course, organization, dueOn, isNamed }}
              />
            )
          })}
        </Pane>
      ) : null}
      <Pane title={words.list} wide>
        {note('revoke')}
        <Invitations invitations={invitations} />
      </Pane>
    </OrgFrame>
  )
}
