import { searchAudit } from '@freeor/accounts/audit/queries'
import { auditEntryAnswer } from '@freeor/accounts/audit/schema'
import { listMembersOf } from '@freeor/accounts/operator/queries'
import { companyMember } from '@freeor/accounts/operator/schema'
import { getCompanySummary, listCompanyCustomers, listSubscriptions } from '@freeor/billing/operator/queries'
import { companyCustomer, companySummary, subscriptionSummary } from '@freeor/billing/operator/schema'
import type { OperatorScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { siteRecords } from '../../sites/site-records.ts'
import { companyParams } from './deed.ts'

const auditShown = 20

/** What the company has, on every site: its plans, and what a site keeps of it beside them. */
const companyMoney = z.object({
  customers: z.array(companyCustomer),
  ...Object.assign({}, ...siteRecords.map(({ companyRecord }) => companyRecord?.lists)),
})

async function readCompanyMoney(db: Tx, scope: OperatorScope, companyId: string) {
  const kept = await Promise.all(
    siteRecords.map(async ({ companyRecord }) => await companyRecord?.read(db, scope, companyId)),
  )
  const customers = await listCompanyCustomers(db, scope, companyId)
  return Object.assign({ customers }, ...kept)
}

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
