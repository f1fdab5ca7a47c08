import type { Membership } from '@freeor/accounts/ports'
import { checkLog } from '@freeor/credits/log/check-log'
import { AppError } from '@freeor/kernel/errors'
import { checkLedger } from '@freeor/leads/allowance/health/queries'
import { readAllowance } from '@freeor/leads/allowance/queries'
import { type Allowance, allowanceAnswer } from '@freeor/leads/allowance/schema'
import { checkBusinesses } from '@freeor/leads/businesses/check-businesses'
import { listDictionaries } from '@freeor/leads/dictionaries/queries'
import { readKeyUse } from '@freeor/leads/downloads/require-budget'
import { checkDownloads } from '@freeor/leads/downloads/upkeep/queries'
import { knownPlaces } from '@freeor/leads/geography/known-places'
import { checkImports } from '@freeor/leads/import/queries'
import { sweepImports } from '@freeor/leads/import/version/sweep-tables'
import { checkOptOuts } from '@freeor/leads/opt-outs/check-opt-outs'
import { checkPromos } from '@freeor/leads/promos/health/queries'
import { checkReports } from '@freeor/leads/reports/check-reports'
import { importSample } from '@freeor/leads/sample/commands'
import { parseStoredSearches } from '@freeor/leads/saved-searches/parsing/commands'
import { checkSchedules } from '@freeor/leads/scheduled-downloads/check-schedules'
import { checkWebhooks } from '@freeor/leads/webhooks/health/queries'
import { leadPlan } from '../../api/plans/plan-answers.ts'
import type { Deps } from '../../deps.ts'
import { requireOlap } from '../../engines.ts'
import type { ServedSite, SiteMeans, SiteModule } from '../site-module.ts'
import { grantFreeLeadsJob, startGrantingFreeLeads } from './grant-free-leads.ts'
import { receivePrivacySignal, startHonouringPrivacySignals } from './honour-privacy-signals.ts'
import type { LeadsDeps } from './leads-deps.ts'
import { openLeads } from './open-leads.ts'
import { leadsOperations } from './operations.ts'
import { startAlerts } from './run-alerts.ts'
import { startDrop } from './run-drop.ts'
import { startSchedules } from './run-schedules.ts'
import { fillSampleCompany } from './sample-company.ts'
import { seedSiteDocuments } from './site-documents.ts'
import { leadsCleanUps, startLeadsUpkeep } from './upkeep.ts'
import { watchImports } from './watch-imports.ts'
import { watchPackedRows } from './watch-packed-rows.ts'
import { watchWebhooks } from './watch-webhooks.ts'
import { startDownloadWriting } from './write-downloads.ts'

/** Business leads: search, downloads, imports, and the leads that plans give. */
export const leadsSite: SiteModule = {
  name: 'leads',
  operations: leadsOperations,
  offer: { field: 'allowance', answer: allowanceAnswer, read: findAllowance },
  sampleRoles: [],
  asksOrganization: false,
  planAnswer: leadPlan,
  readKeyUse,
  receivePrivacySignal,
  invariants: {
    I1: 'Credits left are the sum of the ledger, for every lot, and never below zero',
    I2: 'Every ready file has exactly one debit for its new leads, is there, and has its SHA-256',
    I3: 'No debit without a ready file or its refund',
    I6: 'Every acknowledged write can be read: downloads, and the versions that serve',
    I20: 'Every promo record has a lot of exactly its leads, for mailboxes that count once',
    I21: 'Every webhook is on, or off for a reason; what waits is for one that is on, and each delivery has its attempts',
    I22: 'The ledger log has every entry of the ledger once, as it was written, under a signed head',
    I23: 'A lead is of one business, and only leads of a business that was paid came free',
    I24: 'What a report says was given back, sent back, answered or closed is so, and who did it is known',
    I25: 'Nobody who opted out is in a version that can be searched',
    I26: 'What a schedule ordered is one download each, within its ceiling or approved',
    I11: 'No company got more leads than it was granted',
  },
  async check(deps) {
    const withEngine = { ...deps, olap: requireOlap(deps) }
    return [
      ...(await checkLedger(deps.db)),
      ...(await checkDownloads(withEngine)),
      ...(await checkBusinesses(withEngine)),
      ...(await checkImports(withEngine)),
      ...(await checkPromos(deps.db)),
      ...(await checkWebhooks(deps.db)),
      ...(await checkSchedules(deps.db)),
      ...(await checkReports(deps.db)),
      ...(await checkOptOuts(withEngine)),
      ...(await checkLog(deps.db)).map((violation) => ({ invariant: 'I22', ...violation })),
    ]
  },
  open: async (means) => serveLeads(openLeads(means), means),
}

/** null for a company that never had a plan on this site. */
async function findAllowance({ db, clock }: Deps, membership: Membership): Promise<Allowance | null> {
  try {
    return await readAllowance(db, membership, clock.now())
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_required') return null
    throw error
  }
}

function serveLeads(deps: LeadsDeps, { config }: SiteMeans): ServedSite {
  let stopWatching = async () => {}
  return {
    module: leadsSite,
    deps,
    async prepare() {
      // Read once here: the first search by radius should not wait for it.
      knownPlaces.findZip('00501')
      await seedSiteDocuments(deps.db, deps.clock.now())
      await parseStoredSearches(deps.db)
      // Before anything is imported: an import cut short by a kill would block the next one of its dictionary.
      await sweepImports(deps.imports, { isAlone: config.postgres.kind === 'embedded' })
    },
    addSampleData: async (say) => await addSampleLeads(deps, say),
    fillSampleCompany: async () => await fillSampleCompany(deps),
    async startJobs() {
      await startDownloadWriting(deps)
      await startLeadsUpkeep(deps)
      await startAlerts(deps)
      await startGrantingFreeLeads(deps)
      await startHonouringPrivacySignals(deps)
      await startDrop(deps)
      await startSchedules(deps)
      const stops = [watchImports(deps), watchWebhooks(deps), watchPackedRows(deps)]
      stopWatching = async () => void (await Promise.all(stops.map((stop) => stop())))
    },
    onMailSent: async () => void (await deps.jobs.send(undefined, grantFreeLeadsJob, {})),
    cleanUps: leadsCleanUps(deps),
    async close() {
      await stopWatching()
      await deps.runningImports.stop()
      await deps.search.columns?.close()
      await deps.packedRows.close()
    },
  }
}

/** Plainly invented businesses, where there are no leads at all. */
async function addSampleLeads({ db, imports }: LeadsDeps, say: (text: string) => void): Promise<void> {
  if ((await listDictionaries(db)).length > 0) return
  say('Making the sample data: 200,000 invented businesses')
  const started = performance.now()
  const { rowsStored } = await importSample(imports)
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`Stored ${rowsStored.toLocaleString('en-US')} leads in ${seconds} s`)
}
