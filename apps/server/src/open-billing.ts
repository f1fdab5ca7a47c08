import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listManagers } from '@freeor/accounts/members/queries'
import { putSitesInPlace } from '@freeor/billing/billed-sites'
import { listUnknownPlans } from '@freeor/billing/check-subscriptions'
import { readPlanCatalogue } from '@freeor/billing/plan-catalogue'
import { putPlansInPlace, readPlanCode } from '@freeor/billing/plans'
import { openEmbeddedProvider } from '@freeor/billing/providers/embedded'
import type { EmbeddedDeps, EmbeddedPlan } from '@freeor/billing/providers/embedded/ports'
import type { BillingProvider } from '@freeor/billing/providers/ports'
import { type BillingDeps, type BillingNotice, providerEventQueue } from '@freeor/billing/subscriptions/ports'
import { followProviderChange, requireReachable } from '@freeor/billing/subscriptions/provider-change'
import { getOwner } from '@freeor/billing/subscriptions/queries'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { queueMail } from '@freeor/messaging/commands'
import type { Database, Tx } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import type { Deps } from './deps.ts'
import { deriveSecret } from './derive-secret.ts'
import { deliverMailJob } from './jobs/deliver-mail.ts'
import type { SiteAddresses } from './site-addresses.ts'
import { siteRecords } from './sites/site-records.ts'

/** The queue that sends the built-in provider's webhooks. */
export const embeddedEventQueue = 'deliver-billing-events'

type Means = {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Logger
  addresses: SiteAddresses
  faults?: NonNullable<Deps['faults']>
}

/**
 * Puts what every site sells in place, served or not, and the operator's plans: `PLANS_FILE`, or `plans.json` of the
 * data folder where there is one.
 * @throws ConfigError with a sentence that says what to correct
 */
export async function loadPlans({
  dataDir,
  plansFile,
}: Pick<Config, 'dataDir' | 'plansFile'>): Promise<void> {
  putSitesInPlace(siteRecords.map(({ billing }) => billing))
  const path = plansFile ?? join(dataDir, 'plans.json')
  if (!plansFile && !existsSync(path)) {
    putPlansInPlace({})
    return
  }
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new ConfigError(`PLANS_FILE: ${path} cannot be read.`)
  try {
    putPlansInPlace(readPlanCatalogue(text))
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Refuses a catalogue without a plan that companies have: every page of theirs would fail.
 * @throws ConfigError
 */
export async function requireSoldPlans(db: Database): Promise<void> {
  const [gone] = await listUnknownPlans(db)
  if (!gone) return
  const { site, planID, companies } = gone
  throw new ConfigError(
    `Please put ${planID} back into plans.json, under ${site}: ${companies} have it. With "public": false nobody new finds it.`,
  )
}

function billedPlan(planCode: string): EmbeddedPlan | undefined {
  const plan = readPlanCode(planCode)?.plan
  return plan && plan.price > 0 ? { name: plan.name, priceCents: plan.price } : undefined
}

type Provided = {
  provider: BillingProvider
  /** The built-in provider where another one is configured: what it bills goes on there until it ends. */
  former?: BillingProvider
  embedded: EmbeddedDeps
}

/** The provider of the configuration; the built-in one unless told. */
export async function openProvider(
  config: Pick<Config, 'billing' | 'dataDir' | 'authSecret'>,
  means: { db: Database; clock: Clock; onEvent?: (tx: Tx) => Promise<void> },
): Promise<Provided> {
  const choice = config.billing
  const secret = await billingSecret(config)
  const embedded: EmbeddedDeps = { ...means, secret, findPlan: billedPlan }
  const builtIn = openEmbeddedProvider(embedded)
  switch (choice.kind) {
    case 'embedded':
      return { provider: builtIn, embedded }
    case 'recurly': {
      // Its client is a tenth of all modules: loaded only where it is used.
      const { openRecurly } = await import('@freeor/billing/providers/recurly')
      return { provider: openRecurly(choice), former: builtIn, embedded }
    }
    default:
      return choice satisfies never
  }
}

/** Signs what the built-in provider sends to our own webhook, which may be another server on the same database. */
async function billingSecret({
  authSecret,
  dataDir,
}: Pick<Config, 'authSecret' | 'dataDir'>): Promise<string> {
  return authSecret === undefined
    ? await keepBillingSecret(dataDir)
    : deriveSecret(authSecret, 'built-in payment provider', 48)
}

/** Kept, so that both sides have the same one. */
async function keepBillingSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'billing-secret')
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const secret = randomBytes(48).toString('base64url')
  await writeFile(path, secret, { mode: 0o600, flag: 'wx' })
  return secret
}

/** Plans, provider and everything the commands of billing need. */
export async function openBilling(
  config: Config,
  means: Means,
): Promise<Pick<Deps, 'billing' | 'embeddedBilling'>> {
  const { db, clock, jobs, log, faults } = means
  await loadPlans(config)
  await requireSoldPlans(db)
  await jobs.createQueue(providerEventQueue, { retries: 20, retryDelaySeconds: 2 })
  await jobs.createQueue(embeddedEventQueue, { retries: 0 })
  const onEvent = async (tx: Tx) => {
    await jobs.send(tx, embeddedEventQueue, {})
  }
  const { embedded, ...providers } = await openProvider(config, { db, clock, onEvent })
  const billing: BillingDeps = {
    db,
    clock,
    ...providers,
    jobs,
    log: (message, fields) => log.warn(fields ?? {}, message),
    notify: (tx, notice) => writeNotice(tx, notice, { config, means }),
    ...(faults && { faults }),
  }
  return { billing, embeddedBilling: embedded }
}

/**
 * Before the jobs start: subscriptions of a provider that was configured before this one end with their period.
 * @throws ConfigError when this one could neither read nor end what the former one bills
 */
export async function followProvider({ billing }: Pick<Deps, 'billing'>): Promise<void> {
  try {
    await requireReachable(billing)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw new ConfigError(error.message)
    throw error
  }
  for (const { name, error } of await followProviderChange(billing))
    billing.log('A subscription at the former provider does not end yet', {
      customer: name,
      error: String(error),
    })
}

type Sender = { config: Pick<Config, 'supportEmail'>; means: Means }

async function writeNotice(tx: Tx, notice: BillingNotice, { config, means }: Sender): Promise<void> {
  const { companyId, site, subject, heading, paragraphs, action, isForAdmins } = notice
  const owner = await getOwner(tx, companyId)
  const to = isForAdmins ? await listManagers(tx, companyId) : [owner]
  const url = `${means.addresses.of(site)}/settings/billing`
  for (const { email } of to)
    await queueMail(tx, {
      to: email,
      template: 'notice',
      isEssential: true,
      props: { subject, heading, paragraphs, action: { label: action, url } },
      brand: { productName: 'Freeor', supportAddress: config.supportEmail },
      now: means.clock.now(),
    })
  await means.jobs.send(tx, deliverMailJob, {})
}
