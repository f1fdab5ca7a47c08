import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Olap } from '@freeor/clickhouse/olap'
import { type Clock, systemClock } from '@freeor/kernel/clock'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import type { CompileDownload } from '@freeor/leads/downloads/ports'
import { knownPlaces } from '@freeor/leads/geography/known-places'
import type { ImportDeps } from '@freeor/leads/import/commands'
import { readOwnership } from '@freeor/leads/ownership/read-ownership'
import { openSearchAdmission, openStatementLine } from '@freeor/leads/search/admission'
import { openCountLine } from '@freeor/leads/search/count-line'
import { planCondition, planSearch, recordTexts } from '@freeor/leads/search/plan'
import type { SearchDeps } from '@freeor/leads/search/ports'
import { prepareZipList } from '@freeor/leads/zip-lists/prepare-zip-list'
import { openFolderMailer } from '@freeor/messaging/folder'
import type { Mailer } from '@freeor/messaging/ports'
import { openSmtpMailer } from '@freeor/messaging/smtp'
import type { Database } from '@freeor/postgres/database'
import { openJobs } from '@freeor/postgres/jobs'
import { openFolderStore } from '@freeor/storage/folder'
import type { FileStore } from '@freeor/storage/ports'
import { openS3Store } from '@freeor/storage/s3'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { type DiskRoom, endlessRoom } from './disk-room.ts'
import type { Engines } from './engines.ts'
import { openInvoiceRendering } from './invoice-rendering.ts'
import { openBilling } from './open-billing.ts'
import { openAuth, openHumanCheck, openSms } from './open-people.ts'
import { openRunningImports } from './running-imports.ts'
import { version } from './version.ts'

export type Surroundings = {
  log: Logger
  leadsUrl: string
  coursesUrl: string
  /** A test's; the system's unless told. */
  clock?: Clock
  /** Where a test stops the process; nothing in production. */
  faults?: NonNullable<Deps['faults']>
  /** Whether there is room for anything new; there always is unless told. */
  room?: DiskRoom
}

export type Composed = { deps: Deps; close(graceMs: number): Promise<void> }

/** The composition root: the only file that picks implementations. */
export async function composeDeps(
  config: Config,
  engines: Engines,
  surroundings: Surroundings,
): Promise<Composed> {
  const { log, leadsUrl, coursesUrl, clock = systemClock, faults } = surroundings
  const { db } = engines.database
  const jobs = openJobs({
    url: engines.databaseUrl,
    log: (message, fields) => log.warn(fields ?? {}, message),
  })
  await jobs.start()
  const means = { db, clock, jobs, log, leadsUrl, coursesUrl, ...(faults && { faults }) }
  const secret = config.authSecret ?? (await keepSecret(join(config.dataDir, 'auth-secret')))
  const billing = await openBilling(config, means)
  const auth = openAuth(config, { ...means, secret, notify: billing.billing.notify })
  const search = openSearch(db, engines.olap, config.searchAnswers)
  const files = openFiles(config)
  const imports: ImportDeps = {
    db,
    olap: engines.olap,
    store: files,
    clock: systemClock,
    log: (message, fields) => log.info(fields ?? {}, message),
    ...(faults && { faults }),
  }
  const runningImports = openRunningImports(imports)
  const invoices = openInvoiceRendering()
  const deps: Deps = {
    db,
    olap: engines.olap,
    search,
    counting: openCountLine(),
    compile: compileDownload(db, search),
    imports,
    runningImports,
    files,
    mailer: openMailer(config),
    ...billing,
    jobs,
    auth,
    humanCheck: openHumanCheck(config, auth),
    sms: openSms(config),
    organizations: [...config.organizations, 'Other'],
    clock,
    log,
    dataDir: config.dataDir,
    room: surroundings.room ?? endlessRoom,
    supportEmail: config.supportEmail,
    invoices,
    invoiceFrom: config.invoiceFrom,
    leadsUrl,
    coursesUrl,
    version,
    ...(faults && { faults }),
  }
  return {
    deps,
    async close(graceMs) {
      await runningImports.stop()
      await invoices.close()
      await jobs.stop(graceMs)
    },
  }
}

/** As many statements at once as the engine takes; the others wait in line. */
const STATEMENTS_AT_ONCE = 14

function openSearch(db: Database, olap: Olap, answersKept: number): SearchDeps {
  return {
    olap,
    answersKept,
    places: knownPlaces,
    admission: openSearchAdmission(systemClock),
    inLine: openStatementLine(STATEMENTS_AT_ONCE),
    prepareZipList: (scope, id) => prepareZipList({ db, olap }, scope, id),
    readOwnership: ({ companyId }, datasetNo) => readOwnership({ db, olap }, { companyId, datasetNo }),
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

/** Where a file of the folder store lies. */
export const filePath = (config: Config, key = ''): string => join(config.dataDir, 'files', key)

/** The file store of the configuration. */
export function openFiles(config: Config): FileStore {
  const choice = config.files
  switch (choice.kind) {
    case 'folder':
      return openFolderStore(filePath(config))
    case 's3':
      return openS3Store(choice.url)
    default:
      return choice satisfies never
  }
}

function openMailer(config: Config): Mailer {
  const choice = config.mail
  switch (choice.kind) {
    case 'folder':
      return openFolderMailer({ dir: join(config.dataDir, 'mail'), from: config.mailFrom })
    case 'smtp':
      return openSmtpMailer({ url: choice.url, from: config.mailFrom })
    default:
      return choice satisfies never
  }
}

/** A secret made once and kept with the data, so that sessions outlive a restart. */
async function keepSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const secret = randomBytes(48).toString('base64url')
  await writeFile(path, secret, { mode: 0o600, flag: 'wx' })
  return secret
}
