import { downloadApprovals, spendingLimits } from '@freeor/leads/spending/tables'
import { addMember, clearPeople } from './company-people.ts'
import { firmsDictId } from './firms.ts'
import type { Ids, Row } from './security-row.ts'
import { addApprovalFor, addApprovalOf, clearSpending, limitToNothing } from './spending-things.ts'

const named = ({ approvalId }: Pick<Ids, 'approvalId'>) => ({ params: { approvalId } })
const order = { dictId: firmsDictId, offset: 5, limit: 1 }

/** The rows of spending limits, and of downloads above them. */
export const spendingRows: Readonly<Record<string, Row>> = {
  readSpending: { sample: () => ({}) },
  setSpendingLimit: {
    writes: spendingLimits,
    sample: async (fixture, as) => {
      await clearPeople(fixture, as)
      return { params: { memberId: await addMember(fixture, as) }, body: { leads: 10 } }
    },
    foreign: ({ memberId }) => ({ params: { memberId }, body: { leads: 10 } }),
  },
  askForApproval: {
    writes: downloadApprovals,
    // Of an owner, who has no limit.
    orElse: 409,
    sample: async (fixture, as) => {
      await clearSpending(fixture, as)
      await limitToNothing(fixture, as)
      return { body: { order, note: 'For the fair' } }
    },
    undo: clearSpending,
  },
  approveDownload: {
    sample: async (fixture, as) => named({ approvalId: await addApprovalFor(fixture, as) }),
    foreign: named,
  },
  refuseDownload: {
    sample: async (fixture, as) => ({
      ...named({ approvalId: await addApprovalFor(fixture, as) }),
      body: { reason: 'Too many' },
    }),
    foreign: (ids) => ({ ...named(ids), body: { reason: 'Too many' } }),
  },
  withdrawRequest: {
    isPersonal: true,
    sample: async (fixture, as) => named({ approvalId: await addApprovalOf(fixture, as) }),
    foreign: ({ askedId }) => named({ approvalId: askedId }),
  },
}
