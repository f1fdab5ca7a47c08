import { checkCredentials } from '@freeor/accounts/credentials/health/queries'
import { checkImpersonations } from '@freeor/accounts/impersonation/queries'
import { checkSubscriptions } from '@freeor/billing/check-subscriptions'
import type { BillingProvider } from '@freeor/billing/providers/ports'
import { listAbandoned, listUnsettled } from '@freeor/messaging/queries'
import { countOverdueJobs } from '@freeor/postgres/jobs'
import { countLostJobs } from '@freeor/postgres/lost-jobs'
import type { CheckDeps, SiteTraits, Violation } from './sites/site-traits.ts'

export type DoctorDeps = CheckDeps & {
  /** The configured provider, and the built-in one where it was configured before. */
  billing: { provider: BillingProvider; former?: BillingProvider }
  /** Those that are served. */
  sites: readonly SiteTraits[]
}
export type DoctorReport = { ok: boolean; invariants: { id: string; ok: boolean; detail: string }[] }

/** What must hold whatever is served, in words; a violation names the record that breaks it. */
const shared: Readonly<Record<string, string>> = {
  I4: 'At most one live subscription a company and site, the same as at the provider, whose books add up',
  I5: 'Every event of the provider is stored once and applied at most once',
  I7: 'Every mail and text message ends sent or failed within a day, and none is held by a sender that is gone',
  I10: 'Every write under impersonation has an audit row with actor and subject',
  I12: 'No orphan file older than an hour, no job past its expiry or without its worker, and no work without its job',
  I13: 'Nobody pays for an account that was deleted, or with the card of a former owner',
  I14: 'No company that pays has more people than its plans have seats',
  I15: 'No API key of a closed account, no key or second factor of an address that was never proven',
}

const DAY_MS = 86_400_000
const SHOWN = 5
/** The queue's upkeep runs every minute. */
const UPKEEP_SECONDS = 120
/** A running server notices a lost job within ten seconds. */
const LOST_SECONDS = 20
const ABANDONED_MS = 60_000

/** Checks a live installation. Reads only. */
export async function checkInvariants(deps: DoctorDeps): Promise<DoctorReport> {
  const found: Violation[] = [
    ...(await checkBilling(deps)),
    ...(await checkImpersonations(deps.db)),
    ...(await checkCredentials(deps.db)),
    ...(await checkMail(deps)),
    ...(await checkJobs(deps)),
    ...(await Promise.all(deps.sites.map(async (site) => await site.check(deps)))).flat(),
  ]
  const report = listInvariants(deps.sites).map(([id, sentence]) => {
    const broken = found.filter((violation) => violation.invariant === id)
    if (broken.length === 0) return { id, ok: true, detail: sentence }
    const shown = broken.slice(0, SHOWN).map(({ id: record, detail }) => `${record}: ${detail}`)
    return { id, ok: false, detail: `${sentence}. ${broken.length} broken: ${shown.join('; ')}` }
  })
  return { ok: report.every(({ ok }) => ok), invariants: report }
}

/** By number. */
function listInvariants(sites: readonly SiteTraits[]): [id: string, sentence: string][] {
  const all = Object.assign({}, shared, ...sites.map(({ invariants }) => invariants))
  const numberOf = (id: string) => Number(id.slice(1))
  return Object.entries<string>(all).toSorted(([one], [other]) => numberOf(one) - numberOf(other))
}

const checkBilling = async ({ db, billing, clock }: DoctorDeps): Promise<Violation[]> =>
  await checkSubscriptions({ ...billing, db, now: clock.now() })

async function checkMail({ db, clock }: DoctorDeps): Promise<Violation[]> {
  const now = clock.now().getTime()
  const unsettled = await listUnsettled(db, new Date(now - DAY_MS))
  const abandoned = await listAbandoned(db, new Date(now - ABANDONED_MS))
  return [
    ...unsettled.map(({ id, state }) => ({ invariant: 'I7', id, detail: `still ${state} after a day` })),
    ...abandoned.map(({ id }) => ({ invariant: 'I7', id, detail: 'whoever began to send it is gone' })),
  ]
}

async function checkJobs({ db }: DoctorDeps): Promise<Violation[]> {
  const overdue = await countOverdueJobs(db, UPKEEP_SECONDS)
  const lost = await countLostJobs(db, LOST_SECONDS)
  const broken = [
    { count: overdue, detail: `${overdue} active past their expiry` },
    { count: lost, detail: `${lost} active though their worker is gone` },
  ]
  return broken
    .filter(({ count }) => count > 0)
    .map(({ detail }) => ({ invariant: 'I12', id: 'jobs', detail }))
}
