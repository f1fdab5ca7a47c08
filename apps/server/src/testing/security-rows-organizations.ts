import { organizationAdmins } from '@freeor/courses/organizations/tables'
import type { Row, SecurityFixture } from './security-rows.ts'

const nothing = () => ({})

const onMember = ({ people: { member } }: SecurityFixture) => ({ params: { userId: member.userId } })

/** The rows of organizations and of the events that their admins and the learners get. */
export const organizationRows: Readonly<Record<string, Row>> = {
  openEvents: { sample: nothing },
  readUserOrganization: { sample: onMember },
  changeOrgAdmin: {
    writes: organizationAdmins,
    sample: (fixture) => ({
      ...onMember(fixture),
      body: { orgAdmin: ['Sample Fellowship'], reason: 'reports monthly' },
    }),
  },
}
