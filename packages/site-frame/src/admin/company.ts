import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { isSite } from '@freeor/kernel/site'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { adminTexts } from './admin-texts.ts'
import { readOffer } from './companies.ts'
import { openAdmin } from './open-admin.ts'

type OneCompany = PageRequest & { params: { companyId: string } }

/** A company with its people, plans, lots, subscriptions and last audit rows, and a key for the next grant. */
export async function loadCompanyRecord(args: OneCompany) {
  const api = await openAdmin(args)
  const path = { companyId: args.params.companyId }
  const [offer, record] = await forPage(
    args.context,
    Promise.all([
      readOffer(api),
      api.GET('/api/admin/companies/{companyId}', { params: { path } }).then(unwrap),
    ]),
  )
  // Sent twice by a double press, it is one grant.
  return { ...record, ...offer, grantKey: crypto.randomUUID() }
}
export type CompanyRecordData = Awaited<ReturnType<typeof loadCompanyRecord>>

async function changePlan(api: ApiClient, companyId: string, form: ReadForm) {
  const site = form.text('site')
  if (!isSite(site)) throw new Error('The form names no site')
  const body = { site, planID: form.text('planID'), reason: form.text('reason') }
  const path = { companyId }
  return expectDone(await api.POST('/api/admin/companies/{companyId}/plan', { params: { path }, body }))
}

async function grant(api: ApiClient, companyId: string, form: ReadForm) {
  const day = form.text('expiresAt')
  const body = {
    amount: Number(form.text('amount')),
    ...(day !== '' && { expiresAt: `${day}T00:00:00Z` }),
    reason: form.text('reason'),
    key: form.text('key'),
  }
  const path = { companyId }
  return unwrap(await api.POST('/api/admin/companies/{companyId}/grants', { params: { path }, body }))
}

async function refund(api: ApiClient, form: ReadForm) {
  const path = { downloadId: form.text('downloadId') }
  const body = { reason: form.text('reason') }
  return unwrap(await api.POST('/api/admin/downloads/{downloadId}/refund', { params: { path }, body }))
}

/** Puts the company on a plan, gives it leads, or gives back what a file cost. */
export async function submitCompanyRecord(args: OneCompany) {
  const site = siteOf(args.context)
  const api = await openAdmin(args)
  const { companyId } = args.params
  const form = await readForm(args.request)
  const { intent } = form
  const { companies } = adminTexts
  if (intent === 'plan')
    return await attempt({ intent, work: () => changePlan(api, companyId, form), done: companies.planSet })
  if (intent === 'grant')
    return await attempt({ intent, work: () => grant(api, companyId, form), done: companies.granted })
  if (intent === 'refund')
    return await attempt({ intent, work: () => refund(api, form), done: companies.refunded })
  return refusal(intent, site.texts.states.wrong, 400)
}
