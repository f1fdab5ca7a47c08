import { sampleOwnerEmail } from '@freeor/accounts/commands'
import { proveCompanyScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
import { setPlanByHand } from '@freeor/billing/admin/commands'
import { subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import { getCustomer } from '@freeor/billing/subscriptions/queries'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { findDataset } from '@freeor/leads/dictionaries/queries'
import { confirmDownload } from '@freeor/leads/downloads/commands'
import { listDownloads } from '@freeor/leads/downloads/queries'
import { downloadRequest } from '@freeor/leads/downloads/schema'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { saveSearch } from '@freeor/leads/saved-searches/commands'
import { listSavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearchInput } from '@freeor/leads/saved-searches/schema'
import { eq } from 'drizzle-orm'
import type { LeadsDeps } from './leads-deps.ts'

const samplePlan = 'freeor_biz'

const searches = [
  { searchName: 'Restaurants in Texas', filter: 'industry:Restaurants', dslFilter: 'state:TX' },
  { searchName: 'Large companies around Denver', filter: 'employees:>=50', dslFilter: 'within:25mi@80202' },
] as const

/** The most leads of the first search that go into the file. */
const fileRows = 250

/**
 * Shows a newcomer everything at once: the sample company pays for the largest plan, has two saved searches and a file.
 * The file is ordered last and stays for good, so a company that has one is left alone: a start after a crash goes on
 * where it stopped, and what people did with the sample since then is not undone. Where people have changed the sample
 * so that a rule refuses a step, the server starts all the same.
 */
export async function fillSampleCompany(deps: LeadsDeps): Promise<void> {
  try {
    const scope = await findSampleScope(deps)
    if (!scope || (await listDownloads(deps, scope, { limit: 1 })).length > 0) return
    await putOnPlan(deps, scope)
    await keepSearches(deps, scope)
    await orderFile(deps, scope)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    deps.log.warn({ cause: cause.message }, 'The sample company could not be filled')
  }
}

/** The sample owner acting in their company, when both and the sample data are there. */
async function findSampleScope({ db }: LeadsDeps): Promise<CompanyScope | undefined> {
  const [owner] = await db.select().from(users).where(eq(users.email, sampleOwnerEmail))
  if (!owner || !(await findDataset(db, sampleDictId))) return undefined
  const { id: userId, email, name, emailVerified } = owner
  const actor = {
    kind: 'user',
    userId,
    email,
    name,
    emailVerified,
    superAdmin: false,
    sessionId: 'none',
  } as const
  return await proveCompanyScope(db, actor)
}

/** Pays with the test card of the built-in provider; sets the plan by hand where a real one bills. Sends no mail. */
async function putOnPlan(
  { db, clock, billing, embeddedBilling }: LeadsDeps,
  scope: CompanyScope,
): Promise<void> {
  const { companyId, userId } = scope
  const { planID } = await getCustomer(db, { companyId, site: 'leads' })
  if (planID !== 'freeor_free') return
  if (!embeddedBilling) {
    const reason = 'the sample company'
    const change = {
      companyId,
      site: 'leads',
      planID: samplePlan,
      superAdminUserId: undefined,
      reason,
    } as const
    return await setPlanByHand(db, { ...change, now: clock.now() })
  }
  const silent = { ...billing, notify: async () => undefined }
  const asker = { companyId, userId, site: 'leads' } as const
  await updateCard(silent, { asker, tokenId: 'tok_visa' })
  const outcome = await subscribe(silent, { asker, planID: samplePlan })
  if (outcome.status !== 'ok') throw new Error(`The sample company could not subscribe: ${outcome.status}`)
}

async function keepSearches(deps: LeadsDeps, scope: CompanyScope): Promise<void> {
  const kept = await listSavedSearches(deps.db, scope)
  const dataset = await findDataset(deps.db, sampleDictId)
  if (!dataset) return
  for (const search of searches) {
    if (kept.some(({ searchName }) => searchName === search.searchName)) continue
    const input = savedSearchInput.parse({ ...search, dictId: sampleDictId })
    await saveSearch(deps, scope, { dataset, input })
  }
}

async function orderFile(deps: LeadsDeps, scope: CompanyScope): Promise<void> {
  const input = downloadRequest.parse({ ...searches[0], dictId: sampleDictId, limit: fileRows })
  const { outcome } = await confirmDownload(deps, scope, { input, idempotencyKey: 'sample-company' })
  if (outcome !== 'ok') deps.log.warn({ outcome }, 'The sample company has no file')
}
