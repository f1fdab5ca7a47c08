import { searchAudit } from '@freeor/accounts/audit/queries'
import { auditEntryAnswer } from '@freeor/accounts/audit/schema'
import { listMembersOf } from '@freeor/accounts/operator/queries'
import { companyMember } from '@freeor/accounts/operator/schema'
import { getCompanySummary, listSubscriptions, readCompanyMoney } from '@freeor/billing/operator/queries'
import { companyMoney, companySummary, subscriptionSummary } from '@freeor/billing/operator/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { companyParams } from './deed.ts'

const auditShown = 20

export const readCompanyRecord = operation({
  id: 'readCompanyRecord',
  method: 'get',
  path: '/api/operator/companies/{companyId}',
  area: 'operations',
  summary: 'A company with its people, plans, lots, subscriptions and last audit rows',
  access: 'operator',
  params: companyParams,
  answer: z.object({
    company: companySummary,
    members: z.array(companyMember),
    money: companyMoney,
    subscriptions: z.array(subscriptionSummary),
    audit: z.array(auditEntryAnswer),
  }),
  async handle({ deps: { db }, operator, params: { companyId }, site }) {
    const scope = operator()
    return {
      company: await getCompanySummary(db, { companyId, site }),
      members: await listMembersOf(db, scope, companyId),
      money: await readCompanyMoney(db, scope, companyId),
      subscriptions: await listSubscriptions(db, scope, { companyId, limit: 50 }),
      audit: await searchAudit(db, { companyId }, { limit: auditShown }),
    }
  },
})
