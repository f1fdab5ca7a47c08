import { resumeSubscription } from '@freeor/billing/subscriptions/commands'
import type { Person } from './people.ts'
import type { Ids, Row, SecurityFixture } from './security-row.ts'
import { ensureSubscription, humanPass, signedWebhook } from './subscriptions.ts'

const billingProvider = 'embedded'
const nothing = () => ({})
const things = async ({ deps }: SecurityFixture, as: Person) => await ensureSubscription(deps, as)

async function putBack(fixture: SecurityFixture, as: Person): Promise<void> {
  await ensureSubscription(fixture.deps, as)
  const { userId, companyId } = as
  await resumeSubscription(fixture.deps.billing, { userId, companyId, site: 'leads' })
}

/** A call that names a subscription and nothing else. */
const ofSubscription: Row = {
  sample: async (fixture, as) => ({
    params: { billingProvider, subscriptionId: (await things(fixture, as)).subscriptionId },
  }),
  foreign: ({ subscriptionId }) => ({ params: { billingProvider, subscriptionId } }),
  undo: putBack,
}

const form = {
  card_token: 'tok_visa',
  first_name: 'Ada',
  last_name: 'Byron',
  address1: '1 Main St',
  city: 'Reno',
  state: 'NV',
  postal_code: '89501',
}

const pass = 'a pass that is none'

/** The rows of what moves money. Each company of the table has a subscription that is paid. */
export const billingRows: Readonly<Record<string, Row>> = {
  listCoursePlans: { sample: nothing },
  readCoursePlan: { sample: () => ({ params: { planID: 'freeor_pro' } }) },
  readLedgerUse: { sample: nothing },
  readUseOverTime: { sample: nothing },
  readCustomer: { sample: nothing },
  readCardForm: { sample: nothing },
  readClientToken: {
    sample: async (fixture, as) => ({ params: { id: (await things(fixture, as)).ownerId } }),
    foreign: ({ ownerId }) => ({ params: { id: ownerId } }),
  },
  listInvoices: { sample: nothing },
  readInvoice: {
    sample: async (fixture, as) => ({ params: { invoiceId: (await things(fixture, as)).invoiceId } }),
    foreign: ({ invoiceId }) => ({ params: { invoiceId } }),
  },
  fetchInvoice: {
    sample: async (fixture, as) => ({ params: { invoiceId: (await things(fixture, as)).invoiceId } }),
    foreign: ({ invoiceId }) => ({ params: { invoiceId } }),
  },
  previewChange: { sample: () => ({ query: { plan: 'freeor_pro' } }) },
  findAccounts: {
    sample: async (fixture, as) => {
      const { email } = await things(fixture, as)
      return { params: { billingProvider, accountEmail: email }, body: { email } }
    },
    foreign: ({ email }: Ids) => ({ params: { billingProvider, accountEmail: email }, body: { email } }),
  },
  createAccount: {
    sample: async (fixture, as) => {
      const { email, ownerId } = await things(fixture, as)
      return { params: { billingProvider }, body: { email, code: ownerId } }
    },
    foreign: ({ email, ownerId }) => ({ params: { billingProvider }, body: { email, code: ownerId } }),
  },
  updateAccount: {
    sample: async (fixture, as) => {
      const { accountId, email } = await things(fixture, as)
      const card = { billing_info: { token_id: 'tok_visa' }, humanPass: await humanPass(fixture, as) }
      return { params: { billingProvider, accountId }, body: { ...card, email } }
    },
    foreign: ({ accountId, email }) => ({ params: { billingProvider, accountId }, body: { email } }),
  },
  // There is a subscription already.
  createSubscription: {
    sample: async (fixture, as) => ({
      params: { billingProvider },
      body: {
        plan_code: 'freeor_pro',
        currency: 'USD',
        account: { code: (await things(fixture, as)).ownerId },
        humanPass: await humanPass(fixture, as),
      },
    }),
    foreign: ({ ownerId }) => ({
      params: { billingProvider },
      body: { plan_code: 'freeor_pro', currency: 'USD', account: { code: ownerId }, humanPass: pass },
    }),
    orElse: 409,
  },
  // It is their plan already.
  changeSubscription: {
    sample: async (fixture, as) => ({
      params: { billingProvider, subscriptionId: (await things(fixture, as)).subscriptionId },
      body: { timeframe: 'now', plan_code: 'freeor_biz', humanPass: await humanPass(fixture, as) },
    }),
    foreign: ({ subscriptionId }) => ({
      params: { billingProvider, subscriptionId },
      body: { timeframe: 'now', plan_code: 'freeor_biz', humanPass: pass },
    }),
    orElse: 409,
  },
  cancelSubscription: ofSubscription,
  resumeSubscription: ofSubscription,
  terminateSubscription: ofSubscription,
  createCardToken: { sample: () => ({ body: form }) },
  receiveWebhook: {
    sample: ({ deps }) => ({ params: { billingProvider }, ...signedWebhook(deps) }),
  },
}
