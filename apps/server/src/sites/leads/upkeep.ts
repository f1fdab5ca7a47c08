import { addressKey } from '@freeor/accounts/address-key'
import { appendToLog } from '@freeor/credits/log/commands'
import { grantDueLots, openLeadCustomer } from '@freeor/leads/allowance/commands'
import {
  fillAddressKeys,
  forgetFreeGrants,
  listUnopenedCompanies,
} from '@freeor/leads/allowance/free-months/commands'
import { prepareCurrentMarks } from '@freeor/leads/do-not-call/prepare-marks'
import { sweepRegistry } from '@freeor/leads/do-not-call/sweep-registry'
import { forgetEmails } from '@freeor/leads/emails/commands'
import { mergeParts } from '@freeor/leads/import/version/merge-parts'
import { sweepTables } from '@freeor/leads/import/version/sweep-tables'
import { sweepLeadNotes } from '@freeor/leads/lead-notes/sweep-lead-notes'
import { applyOptOuts } from '@freeor/leads/opt-outs/apply-opt-outs'
import { forgetOwnLists } from '@freeor/leads/own-lists/commands'
import { sweepOwnLists } from '@freeor/leads/own-lists/sweep-own-lists'
import { forgetSavedSearches } from '@freeor/leads/saved-searches/deletion/commands'
import { forgetViews } from '@freeor/leads/search/commands'
import { forgetShareLinks } from '@freeor/leads/shares/commands'
import { forgetSuppressionLists } from '@freeor/leads/suppression/commands'
import { listServing } from '@freeor/leads/suppression/queries'
import { sweepSuppression } from '@freeor/leads/suppression/sweep-suppression'
import { forgetDeliveries } from '@freeor/leads/webhooks/commands'
import { forgetZipListReads } from '@freeor/leads/zip-lists/commands'
import { sweepZipLists } from '@freeor/leads/zip-lists/prepare-zip-list'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { unlessRunning } from '@freeor/postgres/one-at-a-time'
import { forgetLeadUploads } from '../../api/imports/upload-server.ts'
import type { CleanUp } from '../site-module.ts'
import type { LeadsDeps } from './leads-deps.ts'

const appendLogJob = 'append-ledger-log'
// It is sent again each minute. Versions of 50 million leads take longer than the 15 minutes that a job usually has.
const mergeQueue = { retries: 0, expireInSeconds: 12 * 3600 }

/** Grants monthly lots on the billing day, appends the ledger to its log, drops tables that no version needs, and merges parts of tables. */
export async function startLeadsUpkeep(deps: LeadsDeps): Promise<void> {
  const { db, auth, jobs, clock, olap, log } = deps
  const keyOf = (email: string) => addressKey(auth.secret, email)
  await jobs.work('grant-due-lots', {}, async () => await grantToAll({ db, clock }, keyOf))
  await jobs.schedule('grant-due-lots', '*/10 * * * *')
  await jobs.work(appendLogJob, { queue: { retries: 0 } }, async () => {
    await appendToLog(deps.ledgerLog)
  })
  await jobs.schedule(appendLogJob, '* * * * *')
  await jobs.send(undefined, appendLogJob, {})
  // An addition whose process was ended before the leads were removed.
  await jobs.work('apply-opt-outs', { queue: { retries: 0 } }, async () => {
    await applyOptOuts({ db, olap, clock })
  })
  await jobs.schedule('apply-opt-outs', '* * * * *')
  await jobs.work('sweep-imports', { queue: { retries: 0 } }, async () => await sweepTables(deps.imports))
  await jobs.schedule('sweep-imports', '* * * * *')
  // So that nobody who searches waits for a new version to be marked.
  await jobs.work('mark-do-not-call', { queue: { retries: 0 } }, async () => {
    for (const version of await listServing(db)) await prepareCurrentMarks({ db, olap }, version)
  })
  await jobs.schedule('mark-do-not-call', '* * * * *')
  // Imports by the command line end in another process, so the job looks for itself.
  await jobs.work('merge-parts', { queue: mergeQueue }, async ({ signal }) => {
    const tell = (message: string, fields?: object) => log.info(fields ?? {}, message)
    await unlessRunning(db, 'merging leads', async () => {
      await mergeParts({ db, olap, log: tell, signal })
    })
  })
  await jobs.schedule('merge-parts', '* * * * *')
}

type Granting = Pick<LeadsDeps, 'db' | 'clock'>
type KeyOf = (email: string) => string

/** Everybody's leads that are due. Each step by itself: a company that fails delays no other. */
export async function grantToAll(granting: Granting, keyOf: KeyOf): Promise<void> {
  const { db, clock } = granting
  const steps: CleanUp[] = [
    ['address keys', () => fillAddressKeys(db, keyOf)],
    ['late companies', () => openLateCustomers(granting, keyOf)],
    ['due leads', () => grantDueLots(db, clock.now())],
  ]
  throwFailures(
    await doEach(
      steps,
      ([name]) => name,
      ([, work]) => work(),
    ),
  )
}

/**
 * Companies that came while Leads was not served get what every company gets at sign-up.
 * @throws AggregateError naming the companies that failed, once all others were done
 */
export async function openLateCustomers({ db, clock }: Granting, keyOf: KeyOf): Promise<void> {
  throwFailures(
    await doEach(
      await listUnopenedCompanies(db),
      ({ companyId }) => companyId,
      async ({ companyId, email }) => {
        const opening = { companyId, planID: 'freeor_free', now: clock.now(), addressKey: keyOf(email) }
        await db.transaction(async (tx) => await openLeadCustomer(tx, opening))
      },
    ),
  )
}

/** What Leads forgets once a day. */
export function leadsCleanUps({ db, olap, clock, files }: LeadsDeps): readonly CleanUp[] {
  return [
    ['uploads', () => forgetLeadUploads({ files, clock })],
    ['views', () => forgetViews(db, clock.now())],
    ['reads of ZIP lists', () => forgetZipListReads(db, clock.now())],
    ['ZIP lists', () => sweepZipLists({ db, olap })],
    ['emails', () => forgetEmails(db, clock.now())],
    ['suppression lists', () => forgetSuppressionLists(db, clock.now())],
    ['entries of suppression lists', () => sweepSuppression({ db, olap })],
    ['do-not-call registry', () => sweepRegistry({ db, olap, clock })],
    ['own lists', () => forgetOwnLists(db, clock.now())],
    ['rows of own lists', () => sweepOwnLists({ db, olap })],
    ['notes of leads', () => sweepLeadNotes({ db, olap })],
    ['saved searches', () => forgetSavedSearches(db, clock.now())],
    ['share links', () => forgetShareLinks(db, clock.now())],
    ['webhook deliveries', () => forgetDeliveries(db, clock.now())],
    ['free grants', () => forgetFreeGrants(db, clock.now())],
  ]
}
