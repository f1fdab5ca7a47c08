import { invitations } from '@freeor/accounts/invitations/tables'
import { companies, companyMembers, users } from '@freeor/accounts/tables'
import { addInvitation, addMember, clearPeople, newAddress, putBack } from './company-people.ts'
import type { Person } from './people.ts'
import type { Row, SecurityWorld } from './security-rows.ts'

const nothing = () => ({})

async function freshMember(world: SecurityWorld, as: Person): Promise<string> {
  await clearPeople(world, as)
  return await addMember(world, as)
}

async function freshInvitation(world: SecurityWorld, as: Person, email = newAddress()) {
  await clearPeople(world, as)
  return await addInvitation(world, as, email)
}

/** The rows of a company, its people and its invitations. */
export const companyRows: Readonly<Record<string, Row>> = {
  readCompany: { sample: nothing },
  changeCompany: { sample: () => ({ body: { name: 'Acme' } }), writes: companies },
  listCompanyUsers: { sample: nothing },
  changeMemberRole: {
    writes: companyMembers,
    sample: async (world, as) => ({
      params: { memberId: await freshMember(world, as) },
      body: { role: 'viewer' },
    }),
    foreign: ({ memberId }) => ({ params: { memberId }, body: { role: 'viewer' } }),
  },
  removeMember: {
    sample: async (world, as) => ({ params: { memberId: await freshMember(world, as) } }),
    foreign: ({ memberId }) => ({ params: { memberId } }),
  },
  // The owner stays.
  leaveCompany: { sample: nothing, orElse: 409, undo: putBack },
  // Handing over would change who is who: a member whose address is not proven cannot be given the company.
  transferOwnership: {
    writes: companies,
    sample: async (world, as) => ({ body: { memberId: await freshMember(world, as) } }),
    orElse: 409,
    foreign: ({ memberId }) => ({ body: { memberId } }),
  },
  // Whoever has a company converts to nothing.
  convertAccount: { sample: nothing, orElse: 409 },
  listInvitations: { sample: nothing },
  invitePerson: {
    writes: invitations,
    sample: async (world, as) => {
      await clearPeople(world, as)
      return { body: { email: newAddress(), role: 'member' } }
    },
  },
  resendInvitation: {
    sample: async (world, as) => ({
      params: { invitationId: (await freshInvitation(world, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  revokeInvitation: {
    sample: async (world, as) => ({
      params: { invitationId: (await freshInvitation(world, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  openInvitation: {
    sample: async (world, as) => ({ body: { token: (await freshInvitation(world, as)).token } }),
  },
  // Into the company they are in, so that they are where they were.
  acceptInvitation: {
    sample: async (world, as) => ({ body: { token: (await freshInvitation(world, as, as.email)).token } }),
  },
  signUpInvited: {
    writes: users,
    sample: async (world, as) => ({
      body: {
        token: (await freshInvitation(world, as)).token,
        password: 'a horse of their own',
        name: 'New',
      },
    }),
  },
}
