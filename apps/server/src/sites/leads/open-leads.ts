import { join } from 'node:path'
import type { Olap } from '@freeor/clickhouse/olap'
import { type Clock, systemClock } from '@freeor/kernel/clock'
import { openLimiter } from '@freeor/kernel/limiter'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { prepareCurrentMarks } from '@freeor/leads/do-not-call/prepare-marks'
import type { CompileDownload } from '@freeor/leads/downloads/ports'
import { openStateApi } from '@freeor/leads/drop/adapters/state-api'
import type { DropDeps } from '@freeor/leads/drop/ports'
import { knownPlaces } from '@freeor/leads/geography/known-places'
import type { ImportDeps } from '@freeor/leads/import/commands'
import { prepareLeadNotes } from '@freeor/leads/lead-notes/prepare-lead-notes'
import { readRowNotes } from '@freeor/leads/lead-notes/queries'
import { leadsLimits } from '@freeor/leads/limits'
import { openMemoryColumns } from '@freeor/leads/memory-columns/open-memory-columns'
import { prepareOwnList } from '@freeor/leads/own-lists/prepare-own-list'
import { readOwnership } from '@freeor/leads/ownership/read-ownership'
import { openPackedRows } from '@freeor/leads/packed-rows/open-packed-rows'
import { openMailServerFinder } from '@freeor/leads/returns/adapters/find-mail-server'
import { openCountLimiter } from '@freeor/leads/search/count-limiter'
import { planCondition, planSearch, recordTexts } from '@freeor/leads/search/plan-search'
import type { SearchDeps } from '@freeor/leads/search/ports'
import { openSearchLimiter } from '@freeor/leads/search/search-limiter'
import { publicNetwork } from '@freeor/leads/webhooks/adapters/post-event'
import { prepareZipList } from '@freeor/leads/zip-lists/prepare-zip-list'
import type { Database } from '@freeor/postgres/database'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { requireOlap } from '../../engines.ts'
import type { SiteMeans } from '../site-module.ts'
import type { LeadsDeps } from './leads-deps.ts'
import { mailApprovalWith } from './mail-approval.ts'
import { mailDigestWith } from './mail-digest.ts'
import { mailOwnerWith } from './mail-owner.ts'
import { mailReporterWith } from './mail-reporter.ts'
import { mailScheduleWith } from './mail-schedule.ts'
import { openCounters } from './open-counters.ts'
import { openEmails, shareSearchWith } from './open-emails.ts'
import { beginAlerts } from './run-alerts.ts'
import { openRunningImports } from './running-imports.ts'

/** Everything Leads needs of its own. */
export function openLeads({ config, engines, deps }: SiteMeans): LeadsDeps {
  const { db, files, faults, log } = deps
  const olap = requireOlap(engines)
  const counters = openCounters(deps.metrics)
  const packedRows = openPackedRows({
    ...{ db, olap, folder: join(config.dataDir, 'packed-rows') },
    log: (message, fields) => log.info(fields ?? {}, message),
  })
  const search: SearchDeps = {
    packedRows,
    ...openSearch({ db, olap, clock: deps.clock }, config.searchAnswers),
    ...openColumns({ olap, log }, config.searchMemory, counters),
    onAnswer: counters.answer,
  }
  const imports: ImportDeps = {
    db,
    olap,
    store: files,
    clock: systemClock,
    log: (message, fields) => log.info(fields ?? {}, message),
    onEnded: counters.importEnd,
    ...(faults && { faults }),
  }
  return {
    ...deps,
    olap,
    search,
    packedRows,
    onDownloadEnd: counters.downloadEnd,
    siteAddress: deps.addresses.of('leads'),
    mailApproval: mailApprovalWith(deps),
    mailSchedule: mailScheduleWith(deps),
    mailDigest: mailDigestWith(deps),
    ledgerLog: { db, clock: deps.clock, secret: deps.auth.secret, faults },
    counting: openCountLimiter(),
    compile: compileDownload(db, search),
    imports,
    runningImports: openRunningImports(imports, () => beginAlerts(deps)),
    emails: openEmails(deps),
    drop: openDrop(config, { db, olap, store: files, clock: deps.clock, ...(faults && { faults }) }),
    reports: { db, clock: deps.clock, mailReporter: mailReporterWith(deps) },
    returns: {
      ...{ db, olap, clock: deps.clock, rules: config.returns, mailReporter: mailReporterWith(deps) },
      findMailServer: openMailServerFinder(),
    },
    webhooks: {
      ...{ db, clock: deps.clock, secret: deps.auth.secret, network: publicNetwork },
      mailOwner: mailOwnerWith(deps),
    },
    promos: { db, clock: deps.clock, secret: deps.auth.secret, incentive: config.shareIncentive },
    shareSearch: shareSearchWith(deps),
  }
}

type SearchMeans = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }

function openDrop({ drop }: Config, means: Omit<DropDeps, 'api'>): LeadsDeps['drop'] {
  const { url, key, webhookSecret } = drop
  return { ...means, api: key === undefined ? undefined : openStateApi({ url, key }), webhookSecret }
}

function openSearch({ db, olap, clock }: SearchMeans, answersKept: number): SearchDeps {
  return {
    olap,
    answersKept,
    places: knownPlaces,
    searches: openSearchLimiter(systemClock),
    statements: openLimiter(leadsLimits.statements),
    prepareZipList: (scope, id) => prepareZipList({ db, olap }, scope, id),
    prepareMarks: (version) => prepareCurrentMarks({ db, olap }, version),
    prepareOwnList: (scope, id, version) => prepareOwnList({ db, olap, clock }, scope, { id, version }),
    prepareLeadNotes: (scope, datasetNo) => prepareLeadNotes({ db, olap }, scope, datasetNo),
    readRowNotes: (scope, leads) => readRowNotes(db, scope, leads),
    readOwnership: ({ companyId }, datasetNo) => readOwnership({ db, olap }, { companyId, datasetNo }),
  }
}

type ColumnMeans = { readonly olap: Olap; readonly log: Deps['log'] }

/** Of so many answers from columns in memory, one is compared with the engine's. */
const COMPARED = 1_000

function openColumns(
  { olap, log }: ColumnMeans,
  budget: number,
  { comparison }: ReturnType<typeof openCounters>,
): Pick<SearchDeps, 'columns' | 'columnsCheck'> {
  if (budget === 0) return {}
  return {
    columns: openMemoryColumns({ olap, budget, log: (message, fields) => log.info(fields ?? {}, message) }),
    columnsCheck: {
      isDue: () => Math.random() * COMPARED < 1,
      onCompared(differences, query) {
        comparison(differences.length === 0 ? 'same' : 'different')
        if (differences.length > 0)
          log.error({ differences, query }, 'Columns in memory answered otherwise than the engine')
      },
    },
  }
}

/** A download reads its search as the search screen does: the same plan, the same condition. */
function compileDownload(db: Database, search: SearchDeps): CompileDownload {
  return async (scope, input) => {
    const dataset = await getDataset(db, input.dictId, input.asOf)
    const plan = await planSearch(search, scope, dataset, input)
    const { sql: where, params } = planCondition(plan)
    const { datasetNo, dataVersion, rowsVersion, context } = plan
    return {
      datasetNo,
      dataVersion,
      rowsVersion,
      columns: context.columns,
      where,
      params,
      ...recordTexts(plan),
    }
  }
}
