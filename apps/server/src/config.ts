import { resolve } from 'node:path'
import type { OpenIdSettings } from '@freeor/accounts/identities/adapters/openid-provider'
import { commonHostProblem } from '@freeor/accounts/passkeys/passkey-host'
import { inputWords } from '@freeor/kernel/input-words'
import { isSite, type Site, sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { ipAddresses, listed, s3Url, siteUrl, urlWithLogin } from './address-variables.ts'
import { type BackupChoice, backupVariables, chooseBackups } from './backup-choice.ts'
import { type BillingChoice, billingVariables, chooseBilling } from './billing-choice.ts'
import { chooseDrop, type DropChoice, dropVariables } from './drop-choice.ts'
import { chooseHumanCheck, type HumanCheckChoice, humanCheckVariables } from './human-check-choice.ts'
import { chooseIdentityProviders } from './identity-provider-choice.ts'
import { type LeadSettings, leadSettings, leadVariables } from './lead-settings.ts'
import {
  chooseDkim,
  chooseInboundMail,
  chooseMail,
  type DkimChoice,
  type InboundMail,
  type MailChoice,
  mailVariables,
} from './mail-choice.ts'
import { defaultPorts, needsSearchEngine } from './sites/site-defaults.ts'
import { chooseSms, type SmsChoice, smsVariables } from './sms-choice.ts'
import { chooseTelemetry, type TelemetryChoice, telemetryVariables } from './telemetry-choice.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1')

const variableOf = <What extends 'PORT' | 'URL'>(site: Site, what: What) =>
  `${site.toUpperCase() as Uppercase<Site>}_${what}` as const

type AddressVariables = Record<`${Uppercase<Site>}_PORT`, z.ZodType<number>> &
  Record<`${Uppercase<Site>}_URL`, z.ZodType<string | undefined>>

/** `LEADS_PORT`, `LEADS_URL` and the like for each site. */
function addressVariables(): AddressVariables {
  const variables = sites.flatMap((site) => [
    [variableOf(site, 'PORT'), port.default(defaultPorts[site])],
    [variableOf(site, 'URL'), siteUrl.optional()],
  ])
  return Object.fromEntries(variables)
}

const environment = z.object({
  FREEOR_DATA: z.string().min(1).default('./data'),
  FREEOR_HOST: z.string().min(1).default('127.0.0.1'),
  SITES: z.string().default(sites.join(',')),
  ...addressVariables(),
  DATABASE_URL: urlWithLogin(/^postgres(ql)?$/).optional(),
  CLICKHOUSE_URL: urlWithLogin(/^https?$/).optional(),
  S3_URL: s3Url.optional(),
  PLANS_FILE: z.string().min(1).optional(),
  ORGANIZATIONS: z.string().default('Sample Fellowship;Sample University'),
  ...billingVariables,
  ...humanCheckVariables,
  ...smsVariables,
  ...mailVariables,
  ...dropVariables,
  ...telemetryVariables,
  ...backupVariables,
  INVOICE_FROM: z.string().min(1).default('Freeor'),
  SUPPORT_EMAIL: z.email().default('support@freeor.local'),
  AUTH_SECRET: z.string().min(32).optional(),
  FREEOR_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  FREEOR_API_KEY: z.string().min(1).optional(),
  PASSKEY_RP_ID: z.string().min(1).optional(),
  TRUSTED_PROXIES: ipAddresses.default([]),
  SEARCH_ANSWERS: z.coerce.number().int().min(0).max(100_000).default(500),
  SEARCH_MEMORY: z.coerce.number().int().min(0).max(1_000_000).default(1_024),
  INTRODUCTION_VIDEO: z
    .url()
    .regex(/^https:\/\/www\.loom\.com\/(share|embed)\/\w+$/, 'is like https://www.loom.com/share/0123abcd')
    .transform((url) => url.replace('/share/', '/embed/'))
    .optional(),
  DEFAULT_COURSE: z.string().min(1).max(60).default('crs_introduction'),
  REMINDER_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  ...leadVariables,
  SAMPLE_DATA: flag.default(true),
  LOG_TO: z.enum(['file', 'stdout']).default('file'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

type Environment = z.infer<typeof environment>

export type Address = { readonly port: number; readonly url: string | undefined }

/** Provider choices are unions, so a choice carries what it needs. */
export type PostgresChoice = { kind: 'embedded' } | { kind: 'url'; url: string }
/** `off` where no site that is served needs it. */
export type ClickHouseChoice = { kind: 'embedded' } | { kind: 'url'; url: string } | { kind: 'off' }
export type FilesChoice = { kind: 'folder' } | { kind: 's3'; url: string }
export type Config = LeadSettings &
  TelemetryChoice & {
    dataDir: string
    host: string
    /** The sites that are served, at least one. */
    sites: readonly [Site, ...Site[]]
    /** Of each site: the port it listens on, and where it is reached from outside. */
    addresses: Readonly<Record<Site, Address>>
    postgres: PostgresChoice
    clickhouse: ClickHouseChoice
    files: FilesChoice
    /** Undefined: the server makes none by itself. */
    backups: BackupChoice | undefined
    mail: MailChoice
    billing: BillingChoice
    humanCheck: HumanCheckChoice
    sms: SmsChoice
    /** What people may choose in their profile; they may also type another. */
    organizations: readonly string[]
    /** An operator's changes of the plans; `plans.json` of the data folder unless told. */
    plansFile: string | undefined
    mailFrom: { name: string; address: string }
    /** Nothing is signed without. */
    dkim: DkimChoice | undefined
    inboundMail: InboundMail
    drop: DropChoice
    supportEmail: string
    /** Who issues invoices: the name, then lines of the address. */
    invoiceFrom: readonly string[]
    authSecret: string | undefined
    /** The common parent of both sites' hosts that passkeys are bound to; each site's own host unless told. */
    passkeyHost: string | undefined
    /** The identity providers that people may log in with; none unless told. */
    identityProviders: readonly OpenIdSettings[]
    /** Addresses of reverse proxies whose `x-forwarded-for` is believed. */
    trustedProxies: readonly string[]
    /** Answers of searches that are kept in memory; 0 keeps none. */
    searchAnswers: number
    /** Bytes that columns of searched versions take in memory at most; 0 keeps none. */
    searchMemory: number
    /** The course that the menu's Lessons opens; the one that comes with the software unless told. */
    defaultCourse: string
    /** The Loom video of Courses' page on how it works, as the address of its frame. */
    introductionVideo: string | undefined
    /** After so many days without learning, learners who chose it are reminded. */
    reminderDays: number
    /** The server that commands over the API ask, and the API key they ask it with; Leads of this folder unless told. */
    remote: { url: string; key: string | undefined }
    sampleData: boolean
    logTo: Environment['LOG_TO']
    logLevel: Environment['LOG_LEVEL']
  }

export class ConfigError extends Error {}

const refuse = (sentence: string): never => {
  throw new ConfigError(sentence)
}

/** Login shells set MAIL to the path of the person's mailbox; that is no choice of ours. */
const isMailbox = (name: string, value: string): boolean => name === 'MAIL' && value.startsWith('/')

/** The sites of `SITES`, in our order. */
function chooseSites({ SITES }: Environment): readonly [Site, ...Site[]] {
  const named = listed(SITES, ',')
  const unknown = named.find((name) => !isSite(name))
  const [first, ...others] = sites.filter((site) => named.includes(site))
  if (unknown !== undefined || first === undefined)
    throw new ConfigError(`SITES names the sites to serve, separated by commas: ${sites.join(', ')}`)
  return [first, ...others]
}

function readAddresses(env: Environment): Record<Site, Address> {
  const of = (site: Site): Address => ({
    port: env[variableOf(site, 'PORT')],
    url: env[variableOf(site, 'URL')],
  })
  return Object.fromEntries(sites.map((site) => [site, of(site)])) as Record<Site, Address>
}

/** Sites are told apart by host name or by port, so several sites must have all their addresses, or none. */
function requireUrls(served: readonly Site[], addresses: Record<Site, Address>): void {
  const named = served.filter((site) => addresses[site].url !== undefined)
  if (named.length === 0 || named.length === served.length) return
  const variables = served.map((site) => variableOf(site, 'URL')).join(' and ')
  throw new ConfigError(`Set ${variables}, or none: sites are told apart by host name or by port.`)
}

function chooseClickHouse({ CLICKHOUSE_URL: url }: Environment, served: readonly Site[]): ClickHouseChoice {
  if (!needsSearchEngine(served)) return { kind: 'off' }
  return url ? { kind: 'url', url } : { kind: 'embedded' }
}

const chooseRemote = ({ FREEOR_API_URL, LEADS_URL, LEADS_PORT }: Environment): string =>
  FREEOR_API_URL ?? LEADS_URL ?? `http://localhost:${LEADS_PORT}`

/** @throws ConfigError for a host that browsers would refuse at one of the sites */
function choosePasskeyHost({ PASSKEY_RP_ID: host, LEADS_URL, COURSES_URL }: Environment): string | undefined {
  if (host === undefined) return undefined
  const sites = [LEADS_URL, COURSES_URL].filter((url) => url !== undefined)
  const problem = commonHostProblem(host, sites.length > 0 ? sites : ['http://localhost'])
  if (problem) throw new ConfigError(`PASSKEY_RP_ID=${host} ${problem}`)
  return host
}

/**
 * Parses the environment once.
 * @throws ConfigError with a sentence that says which variable to set to what.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(
    Object.entries(variables).filter(
      ([name, value]) => value !== undefined && value !== '' && !isMailbox(name, value),
    ),
  )
  const parsed = environment.safeParse(filled, { error: inputWords })
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Please correct the configuration. ${sentences.join('. ')}.`)
  }
  const env = parsed.data
  const served = chooseSites(env)
  const addresses = readAddresses(env)
  requireUrls(served, addresses)
  return {
    dataDir: resolve(env.FREEOR_DATA),
    host: env.FREEOR_HOST,
    sites: served,
    addresses,
    postgres: env.DATABASE_URL ? { kind: 'url', url: env.DATABASE_URL } : { kind: 'embedded' },
    clickhouse: chooseClickHouse(env, served),
    files: env.S3_URL ? { kind: 's3', url: env.S3_URL } : { kind: 'folder' },
    backups: chooseBackups(env, refuse),
    mail: chooseMail(env, refuse),
    billing: chooseBilling(env, refuse),
    humanCheck: chooseHumanCheck(env, refuse),
    sms: chooseSms(env, refuse),
    organizations: listed(env.ORGANIZATIONS, ';'),
    plansFile: env.PLANS_FILE,
    mailFrom: { name: env.MAIL_FROM_NAME, address: env.MAIL_FROM },
    dkim: chooseDkim(env),
    inboundMail: chooseInboundMail(env, refuse),
    drop: chooseDrop(env),
    ...chooseTelemetry(env),
    supportEmail: env.SUPPORT_EMAIL,
    invoiceFrom: listed(env.INVOICE_FROM, ';'),
    authSecret: env.AUTH_SECRET,
    passkeyHost: choosePasskeyHost(env),
    identityProviders: chooseIdentityProviders(filled, refuse),
    trustedProxies: env.TRUSTED_PROXIES,
    searchAnswers: env.SEARCH_ANSWERS,
    searchMemory: env.SEARCH_MEMORY * 2 ** 20,
    defaultCourse: env.DEFAULT_COURSE,
    introductionVideo: env.INTRODUCTION_VIDEO,
    reminderDays: env.REMINDER_DAYS,
    remote: { url: chooseRemote(env), key: env.FREEOR_API_KEY },
    ...leadSettings(env),
    sampleData: env.SAMPLE_DATA,
    logTo: env.LOG_TO,
    logLevel: env.LOG_LEVEL,
  }
}
