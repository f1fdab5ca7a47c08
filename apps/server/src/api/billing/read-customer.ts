import { customerAnswer } from '@freeor/billing/schema'
import { readCustomer } from '@freeor/billing/subscriptions/queries'
import { operation } from '../../http/operation.ts'
import { askerOf } from './billing-call.ts'

export const readCustomerOperation = operation({
  id: 'readCustomer',
  method: 'get',
  path: '/api/billing/customer',
  area: 'billing',
  summary: 'The company as a customer of this site: plan, status, billing day, card',
  access: 'user',
  right: 'billing.read',
  answer: customerAnswer,
  handle: async (call) => await readCustomer(call.deps.db, await askerOf(call), call.deps.clock.now()),
})
