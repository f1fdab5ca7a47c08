import { join } from 'node:path'
import { addressKey } from '@freeor/accounts/address-key'
import { createAuth } from '@freeor/accounts/auth'
import { openAltcha } from '@freeor/accounts/human-check/adapters/altcha'
import { openSiteVerify } from '@freeor/accounts/human-check/adapters/site-verify'
import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import { openIdProvider } from '@freeor/accounts/identities/adapters/openid-provider'
import { listOwnedCompanies } from '@freeor/accounts/ownership/queries'
import type { Auth, PasswordHasher } from '@freeor/accounts/ports'
import { countPlanSeats } from '@freeor/billing/seats'
import { forgetFormerCards } from '@freeor/billing/subscriptions/cards'
import { refuseWhileAsking } from '@freeor/billing/subscriptions/deletions'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import type { Clock } from '@freeor/kernel/clock'
import { queueMail } from '@freeor/messaging/commands'
import { queueSms } from '@freeor/messaging/sms/commands'
import { openSmsFolder } from '@freeor/messaging/sms/folder'
import type { SmsSender } from '@freeor/messaging/sms/ports'
import { openTwilio } from '@freeor/messaging/sms/twilio'
import type { Database } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { Config } from './config.ts'
import { deliverMailJob } from './jobs/deliver-mail.ts'
import { deliverSmsJob } from './jobs/deliver-sms.ts'
import { endSubscriptionsJob } from './jobs/end-subscriptions.ts'
import { followOwnerJob } from './jobs/follow-owner.ts'
import type { SiteAddresses } from './site-addresses.ts'
import { siteRecords } from './sites/site-records.ts'

type AuthMeans = {
  db: Database
  clock: Clock
  jobs: Jobs
  addresses: SiteAddresses
  /** Signs sessions. */
  secret: string
  /** A test's; the usual one unless told. */
  hasher?: PasswordHasher | undefined
  /** A mail about a subscription. */
  notify: BillingDeps['notify']
}

/** Accounts, with the callbacks of the layers above. */
export function openAuth(config: Config, means: AuthMeans): Auth {
  const { db, clock, jobs, addresses, secret, notify } = means
  const keyOf = (email: string) => addressKey(secret, email)
  return createAuth({
    db,
    clock,
    secret,
    hasher: means.hasher,
    passkeyHost: config.passkeyHost,
    identityProviders: config.identityProviders.map(openIdProvider),
    origins: addresses.origins,
    queueMail: async (tx, mail) => {
      await queueMail(tx, {
        ...mail,
        // Whoever is invited has no account here that they must be told of.
        isEssential: mail.template !== 'invitation',
        brand: { productName: 'Freeor', supportAddress: config.supportEmail },
        now: clock.now(),
      })
      await jobs.send(tx, deliverMailJob, {})
    },
    onCompanyCreated: async (tx, { companyId, email, now }) => {
      const company = { companyIds: [companyId], addressKey: keyOf(email), now }
      for (const { name, onCompanyCreated } of siteRecords)
        if (config.sites.includes(name)) await onCompanyCreated?.(tx, company)
    },
    onMemberRemoved: async (tx, removed) => {
      for (const { onMemberRemoved } of siteRecords) await onMemberRemoved?.(tx, removed)
    },
    queueSms: async (tx, sms) => {
      await queueSms(tx, { ...sms, now: clock.now() })
      await jobs.send(tx, deliverSmsJob, {})
    },
    onEmailChanged: async (tx, { userId, after, now }) => {
      const companyIds = await listOwnedCompanies(tx, userId)
      for (const { onAddressChanged } of siteRecords)
        await onAddressChanged?.(tx, { companyIds, addressKey: keyOf(after), now })
      for (const companyId of companyIds) await jobs.send(tx, followOwnerJob, { companyId })
    },
    onAccountDeleted: async (tx, { userId, companyIds, now }) => {
      await refuseWhileAsking(tx, companyIds)
      for (const { onAccountDeleted } of siteRecords)
        await onAccountDeleted?.(tx, { userId, companyIds, now })
      for (const companyId of companyIds) await jobs.send(tx, endSubscriptionsJob, { companyId })
    },
    onOwnerChanged: async (tx, { companyId, email, now }) => {
      await forgetFormerCards(tx, { companyId, now }, notify)
      for (const { onAddressChanged } of siteRecords)
        await onAddressChanged?.(tx, { companyIds: [companyId], addressKey: keyOf(email), now })
      await jobs.send(tx, followOwnerJob, { companyId })
    },
    seatsOf: countPlanSeats,
  })
}

/** Where text messages go by the configuration. */
export function openSms(config: Config): SmsSender {
  const choice = config.sms
  switch (choice.kind) {
    case 'folder':
      return openSmsFolder(join(config.dataDir, 'sms'))
    case 'twilio':
      return openTwilio(choice)
    default:
      return choice satisfies never
  }
}

/** The human check of the configuration. `secret` is the system's own. */
export function openHumanCheck(
  config: Config,
  { secret: ownSecret, clock }: { secret: string; clock: Clock },
): HumanCheck {
  const choice = config.humanCheck
  switch (choice.kind) {
    case 'altcha':
      return openAltcha({ secret: ownSecret, clock })
    case 'turnstile':
    case 'recaptcha': {
      const { kind: provider, siteKey, secret, verifyUrl } = choice
      return openSiteVerify({ provider, siteKey, secret, clock, ...(verifyUrl && { url: verifyUrl }) })
    }
    default:
      return choice satisfies never
  }
}
