import { join } from 'node:path'
import { addressKey } from '@freeor/accounts/address-key'
import { createAuth } from '@freeor/accounts/auth'
import { openAltcha } from '@freeor/accounts/human-check/adapters/altcha'
import { openSiteVerify } from '@freeor/accounts/human-check/adapters/site-verify'
import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import { listOwnedCompanies } from '@freeor/accounts/ownership/queries'
import type { Auth, CompanyCreated } from '@freeor/accounts/ports'
import { openCustomer } from '@freeor/billing/commands'
import { followAddress, leaveAddress } from '@freeor/billing/free-leads'
import { countPlanSeats } from '@freeor/billing/seats'
import { forgetFormerCards } from '@freeor/billing/subscriptions/cards'
import { refuseWhileAsking } from '@freeor/billing/subscriptions/deletions'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import type { Clock } from '@freeor/kernel/clock'
import { deleteSavedSearchesOf } from '@freeor/leads/saved-searches/commands'
import { queueMail } from '@freeor/messaging/commands'
import { queueSms } from '@freeor/messaging/sms/commands'
import { openSmsFolder } from '@freeor/messaging/sms/folder'
import type { SmsSender } from '@freeor/messaging/sms/ports'
import { openTwilio } from '@freeor/messaging/sms/twilio'
import type { Database, Tx } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { Config } from './config.ts'
import { deliverMailJob } from './jobs/deliver-mail.ts'
import { deliverSmsJob } from './jobs/deliver-sms.ts'
import { endSubscriptionsJob } from './jobs/end-subscriptions.ts'
import { followOwnerJob } from './jobs/follow-owner.ts'

type AuthMeans = {
  db: Database
  clock: Clock
  jobs: Jobs
  leadsUrl: string
  coursesUrl: string
  /** Signs sessions. */
  secret: string
  /** A mail about a subscription. */
  notify: BillingDeps['notify']
}

/** Accounts, with what the parts above them do when something happens there. */
export function openAuth(config: Config, means: AuthMeans): Auth {
  const { db, clock, jobs, leadsUrl, coursesUrl, secret, notify } = means
  return createAuth({
    db,
    clock,
    secret,
    passkeyHost: config.passkeyHost,
    sites: { leads: leadsUrl, courses: coursesUrl },
    queueMail: async (tx, mail) => {
      await queueMail(tx, {
        ...mail,
        brand: { productName: 'Freeor', supportAddress: config.supportEmail },
        now: clock.now(),
      })
      await jobs.send(tx, deliverMailJob, {})
    },
    onCompanyCreated: async (tx, { email, ...company }) =>
      await openFreePlan(tx, { ...company, addressKey: addressKey(secret, email) }),
    // Above accounts nothing is held for a person inside a company: files and searches under way are the company's.
    onMemberRemoved: async () => undefined,
    queueSms: async (tx, sms) => {
      await queueSms(tx, { ...sms, now: clock.now() })
      await jobs.send(tx, deliverSmsJob, {})
    },
    onEmailChanged: async (tx, { userId, after }) => {
      const companyIds = await listOwnedCompanies(tx, userId)
      await followAddress(tx, { companyIds, addressKey: addressKey(secret, after) })
      for (const companyId of companyIds) await jobs.send(tx, followOwnerJob, { companyId })
    },
    onAccountDeleted: async (tx, { userId, companyIds }) => {
      await refuseWhileAsking(tx, companyIds)
      await deleteSavedSearchesOf(tx, userId)
      await leaveAddress(tx, companyIds)
      for (const companyId of companyIds) await jobs.send(tx, endSubscriptionsJob, { companyId })
    },
    onOwnerChanged: async (tx, { companyId, email, now }) => {
      await forgetFormerCards(tx, { companyId, now }, notify)
      await followAddress(tx, { companyIds: [companyId], addressKey: addressKey(secret, email) })
      await jobs.send(tx, followOwnerJob, { companyId })
    },
    seatsOf: countPlanSeats,
  })
}

/** Every new company starts on the free plan of both sites, with its first month's leads. */
async function openFreePlan(tx: Tx, company: Omit<CompanyCreated, 'email'> & { addressKey: string }) {
  const { companyId, now, addressKey } = company
  for (const site of ['leads', 'courses'] as const)
    await openCustomer(tx, { companyId, site, planID: 'freeor_free', now, addressKey })
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

/** The human check of the configuration. `secret` is the house's own. */
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
