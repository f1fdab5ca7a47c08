import { users } from '@freeor/accounts/tables'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { makeStopToken } from '@freeor/courses/progress/mails/stop-token'
import { eq } from 'drizzle-orm'
import { ensureCourse } from './course-things.ts'
import type { Person } from './people.ts'
import type { Input, Row, SecurityFixture } from './security-row.ts'

const nothing = (): Input => ({})

const organization = 'Sample University'

/**
 * Makes whoever calls an admin of the organization, and the member of company A a member of it. Whoever is no admin is
 * answered that there is nothing here, which has tests of its own.
 */
async function asOrgAdmin(fixture: SecurityFixture, as: Person) {
  const { db } = fixture.deps
  const { userId } = fixture.people.member
  await putOrgAdmin(db, as.userId, [organization])
  await db.update(users).set({ org: organization, orgIsTyped: false }).where(eq(users.id, userId))
  return { userId, course: (await ensureCourse(fixture)).id }
}

const ofCourse = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  query: { course: (await asOrgAdmin(fixture, as)).course },
})

const ofMember = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { userId: (await asOrgAdmin(fixture, as)).userId },
})

const onMember = ({ people: { member } }: SecurityFixture): Input => ({ params: { userId: member.userId } })

/** The link of a mail to whoever calls; it works for anybody who has the mail. */
const stopToken = ({ deps: { auth } }: SecurityFixture, { userId }: Person): Input => ({
  body: { token: makeStopToken(auth.secret, { userId, kind: 'reminder' }) },
})

/** An open link of the organization. */
async function madeLink(fixture: SecurityFixture, as: Person) {
  await asOrgAdmin(fixture, as)
  const made = await fixture.call('POST', '/api/org/invitations', {
    as,
    site: 'courses',
    body: { organization },
  })
  const { body } = await fixture.call('GET', '/api/org/invitations', {
    as,
    site: 'courses',
  })
  return {
    token: new URL(made.body.url ?? '').searchParams.get('token') ?? '',
    id: body.invitations[0]?.id ?? '',
  }
}

/** The rows of organizations and of the events that their admins and the learners get. */
export const organizationRows: Readonly<Record<string, Row>> = {
  readUserOrganization: { sample: onMember },
  changeOrgAdmin: {
    sample: (fixture) => ({
      ...onMember(fixture),
      body: { orgAdmin: ['Sample Fellowship'], reason: 'reports monthly' },
    }),
  },
  readOwnProgress: {
    sample: async (fixture) => ({ query: { course: (await ensureCourse(fixture)).id } }),
  },
  readLearnerChoices: { sample: nothing },
  changeLearnerChoices: { sample: () => ({ body: { mailsReminder: true } }) },
  exportRecord: { sample: nothing },
  listOwnCourses: { sample: nothing },
  listOrgCourses: {
    sample: async (fixture, as) => {
      await asOrgAdmin(fixture, as)
      return {}
    },
  },
  listMembers: { sample: ofCourse },
  exportMembers: { sample: ofCourse },
  readOrgProgress: { sample: ofCourse },
  readMember: {
    ofOrganization: true,
    sample: async (fixture, as) => ({ ...(await ofMember(fixture, as)), ...(await ofCourse(fixture, as)) }),
  },
  confirmMember: {
    ofOrganization: true,
    sample: async (fixture, as) => ({ ...(await ofMember(fixture, as)), body: { confirmed: true } }),
  },
  setDueDate: {
    sample: async (fixture, as) => ({
      body: { organization, course: (await asOrgAdmin(fixture, as)).course, dueOn: '2026-06-30' },
    }),
  },
  listOrgInvitations: {
    sample: async (fixture, as) => {
      await asOrgAdmin(fixture, as)
      return {}
    },
  },
  inviteToOrganization: {
    sample: async (fixture, as) => {
      await asOrgAdmin(fixture, as)
      return { body: { organization, emails: [] } }
    },
  },
  revokeOrgInvitation: {
    ofOrganization: true,
    sample: async (fixture, as) => ({ params: { invitationId: (await madeLink(fixture, as)).id } }),
  },
  openOrgInvitation: {
    sample: async (fixture, as) => ({ body: { token: (await madeLink(fixture, as)).token } }),
  },
  openMailStop: { sample: stopToken },
  stopLearnerMails: { sample: stopToken },
  joinOrganization: {
    sample: async (fixture, as) => ({ body: { token: (await madeLink(fixture, as)).token } }),
  },
}
