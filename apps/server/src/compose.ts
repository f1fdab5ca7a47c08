import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuth } from '@freeor/accounts/auth'
import type { CompanyCreated } from '@freeor/accounts/ports'
import { grantCycleLot, openLeadCustomer } from '@freeor/billing/commands'
import { systemClock } from '@freeor/kernel/clock'
import { queueMail } from '@freeor/messaging/commands'
import { openFolderMailer } from '@freeor/messaging/folder'
import type { Mailer } from '@freeor/messaging/ports'
import { openSmtpMailer } from '@freeor/messaging/smtp'
import type { Tx } from '@freeor/postgres/database'
import { openJobs } from '@freeor/postgres/jobs'
import { openFolderStore } from '@freeor/storage/folder'
import type { FileStore } from '@freeor/storage/ports'
import { openS3Store } from '@freeor/storage/s3'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Engines } from './engines.ts'
import { deliverMailJob } from './jobs/deliver-mail.ts'
import { version } from './version.ts'

export type Composed = { deps: Deps; close(graceMs: number): Promise<void> }

/** The composition root: the only file that picks implementations. */
export async function composeDeps(
  config: Config,
  engines: Engines,
  surroundings: { log: Logger; leadsUrl: string; coursesUrl: string },
): Promise<Composed> {
  const { log, leadsUrl, coursesUrl } = surroundings
  const { db } = engines.database
  const jobs = openJobs({
    url: engines.databaseUrl,
    log: (message, fields) => log.warn(fields ?? {}, message),
  })
  await jobs.start()
  const auth = createAuth({
    db,
    clock: systemClock,
    secret: config.authSecret ?? (await keepSecret(join(config.dataDir, 'auth-secret'))),
    sites: { leads: leadsUrl, courses: coursesUrl },
    queueMail: async (tx, mail) => {
      await queueMail(tx, {
        ...mail,
        brand: { productName: 'Freeor', supportAddress: config.supportEmail },
        now: systemClock.now(),
      })
      await jobs.send(tx, deliverMailJob, {})
    },
    onCompanyCreated: openFreePlan,
  })
  const deps: Deps = {
    db,
    olap: engines.olap,
    files: openFiles(config),
    mailer: openMailer(config),
    jobs,
    auth,
    clock: systemClock,
    log,
    dataDir: config.dataDir,
    supportEmail: config.supportEmail,
    leadsUrl,
    coursesUrl,
    version,
  }
  return { deps, close: (graceMs) => jobs.stop(graceMs) }
}

/** Every new company starts on the free lead plan, with its first month's leads. */
async function openFreePlan(tx: Tx, { companyId, now }: CompanyCreated): Promise<void> {
  await openLeadCustomer(tx, { companyId, planID: 'freeor_free', now })
  await grantCycleLot(tx, { companyId, now })
}

/** The file store of the configuration. */
export function openFiles(config: Config): FileStore {
  const choice = config.files
  switch (choice.kind) {
    case 'folder':
      return openFolderStore(join(config.dataDir, 'files'))
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
