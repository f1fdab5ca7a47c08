import { invitations } from '@freeor/accounts/invitations/tables'
import { companies, companyMembers, users } from '@freeor/accounts/tables'
import { addInvitation, addMember, clearPeople, newAddress, putBack } from './company-people.ts'
import type { Person } from './people.ts'
import type { Row, SecurityFixture } from './security-row.ts'

const nothing = () => ({})

async function freshMember(fixture: SecurityFixture, as: Person): Promise<string> {
  await clearPeople(fixture, as)
  return await addMember(fixture, as)
}

async function freshInvitation(fixture: SecurityFixture, as: Person, email = newAddress()) {
  await clearPeople(fixture, as)
  return await addInvitation(fixture, as, email)
}

/** The rows of a company, its people and its invitations. */
export const companyRows: Readonly<Record<string, Row>> = {
  readCompany: { sample: nothing },
  changeCompany: { sample: () => ({ body: { name: 'Acme' } }), writes: companies },
  listCompanyUsers: { sample: nothing },
  changeMemberRole: {
    writes: companyMembers,
    sample: async (fixture, as) => ({
      params: { memberId: await freshMember(fixture, as) },
      body: { role: 'viewer' },
    }),
    foreign: ({ memberId }) => ({ params: { memberId }, body: { role: 'viewer' } }),
  },
  removeMember: {
    sample: async (fixture, as) => ({ params: { memberId: await freshMember(fixture, as) } }),
    foreign: ({ memberId }) => ({ params: { memberId } }),
  },
  // The owner stays.
  leaveCompany: { sample: nothing, orElse: 409, undo: putBack },
  // Handing over would change who is who: a member whose address is not proven cannot be given the company.
  transferOwnership: {
    writes: companies,
    sample: async (fixture, as) => ({ body: { memberId: await freshMember(fixture, as) } }),
    orElse: 409,
    foreign: ({ memberId }) => ({ body: { memberId } }),
  },
  // A user who has a company cannot convert.
  convertAccount: { sample: nothing, orElse: 409 },
  listInvitations: { sample: nothing },
  invitePerson: {
    writes: invitations,
    sample: async (fixture, as) => {
      await clearPeople(fixture, as)
      return { body: { email: newAddress(), role: 'member' } }
    },
  },
  resendInvitation: {
    sample: async (fixture, as) => ({
      params: { invitationId: (await freshInvitation(fixture, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  revokeInvitation: {
    sample: async (fixture, as) => ({
      params: { invitationId: (await freshInvitation(fixture, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  openInvitation: {
    sample: async (fixture, as) => ({ body: { token: (await freshInvitation(fixture, as)).token } }),
  },
  // Into the company they are in, so that they are where they were.
  acceptInvitation: {
    sample: async (fixture, as) => ({
      body: { token: (await freshInvitation(fixture, as, as.email)).token },
    }),
  },
  signUpInvited: {
    writes: users,
    sample: async (fixture, as) => ({
      body: {
        token: (await freshInvitation(fixture, as)).token,
        password: 'a horse of their own',
        name: 'New',
      },
    }),
  },
}
