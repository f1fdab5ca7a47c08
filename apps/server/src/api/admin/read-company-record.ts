import { listMembersOf } from '@freeor/accounts/admin/queries'
import { companyMember } from '@freeor/accounts/admin/schema'
import { searchAudit } from '@freeor/accounts/audit/queries'
import { auditEntryAnswer } from '@freeor/accounts/audit/schema'
import { getCompanySummary, listCompanyCustomers, listSubscriptions } from '@freeor/billing/admin/queries'
import { companyCustomer, companySummary, subscriptionSummary } from '@freeor/billing/admin/schema'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { siteRecords } from '../../sites/site-records.ts'
import { companyParams } from './action.ts'

const auditShown = 20

/** What the company has on every site: its plans, and what else a site keeps about it. */
const companyMoney = z.object({
  customers: z.array(companyCustomer),
  ...Object.assign({}, ...siteRecords.map(({ companyRecord }) => companyRecord?.lists)),
})

async function readCompanyMoney(db: Tx, scope: SuperAdminScope, companyId: string) {
  const kept = await Promise.all(
    siteRecords.map(async ({ companyRecord }) => await companyRecord?.read(db, scope, companyId)),
  )
  const customers = await listCompanyCustomers(db, scope, companyId)
  return Object.assign({ customers }, ...kept)
}

export const readCompanyRecordOperation = operation({
  id: 'readCompanyRecord',
  method: 'get',
  path: '/api/admin/companies/{companyId}',
  area: 'operations',
  summary: 'A company with its people, plans, lots, subscriptions and last audit rows',
  access: 'super_admin',
  params: companyParams,
  answer: z.object({
    company: companySummary,
    members: z.array(companyMember),
    money: companyMoney,
    subscriptions: z.array(subscriptionSummary),
    audit: z.array(auditEntryAnswer),
  }),
  async handle({ deps: { db }, superAdmin, params: { companyId }, site }) {
    const scope = superAdmin()
    return {
      company: await getCompanySummary(db, { companyId, site }),
      members: await listMembersOf(db, scope, companyId),
      money: await readCompanyMoney(db, scope, companyId),
      subscriptions: await listSubscriptions(db, scope, { companyId, limit: 50 }),
      audit: await searchAudit(db, { companyId }, { limit: auditShown }),
    }
  },
})
