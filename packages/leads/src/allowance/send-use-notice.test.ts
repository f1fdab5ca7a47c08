import type { BillingNotice } from '@freeor/billing/subscriptions/ports'
import { expect, test } from 'vitest'
import { lockLeadCustomer } from './commands.ts'
import { sendUseNotice } from './send-use-notice.ts'
import { openLedgerFixture } from './testing.ts'

const { current, start, newDownload, reserve, settle, promo } = openLedgerFixture()

/** Spends leads as a download does, and gives what the owner is told. */
async function spend(amount: number, told: BillingNotice[] = []): Promise<BillingNotice[]> {
  const { database, company } = current()
  const downloadId = newDownload()
  await reserve(downloadId, amount)
  await settle(downloadId, amount)
  await database.db.transaction(async (tx) => {
    await lockLeadCustomer(tx, company.companyId, company.userId)
    const notify = async (_: unknown, notice: BillingNotice) => void told.push(notice)
    await sendUseNotice(tx, { notify }, { companyId: company.companyId, amount, now: start })
  })
  return told
}

test('the owner is told once when four fifths of the month’s leads are used, and not again', async () => {
  expect(await spend(19)).toEqual([])
  const [notice, ...more] = await spend(1)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    companyId: current().company.companyId,
    subject: 'You have used 80% of your leads',
    isForAdmins: true,
    action: 'See your plan',
  })
  expect(notice?.paragraphs[0]).toMatch(
    /^5 leads remain\. Your plan .+ gives 25 a month; the next ones come on /,
  )
  expect(await spend(4)).toEqual([])
  expect(await spend(1)).toEqual([])
})

test('one download that uses everything tells it too, and one of owned leads alone tells nothing', async () => {
  expect(await spend(0)).toEqual([])
  expect(await spend(25)).toHaveLength(1)
})

test('leads that were given beside the plan count as remaining', async () => {
  await promo(10, 'given', null)
  expect(await spend(25)).toEqual([])
  expect(await spend(5)).toHaveLength(1)
})

test('leads that are given back and used again tell nothing more in the same period', async () => {
  expect(await spend(21)).toHaveLength(1)
  await promo(20, 'back', null)
  expect(await spend(20)).toEqual([])
})

test('leads that a file under way holds are not used yet, so that of several files one tells it', async () => {
  const { database, company } = current()
  const told: BillingNotice[] = []
  const waiting = newDownload()
  await reserve(waiting, 12)
  await spend(10, told)
  expect(told).toEqual([])
  await settle(waiting, 12)
  await database.db.transaction(async (tx) => {
    const notify = async (_: unknown, notice: BillingNotice) => void told.push(notice)
    await sendUseNotice(tx, { notify }, { companyId: company.companyId, amount: 12, now: start })
  })
  expect(told).toHaveLength(1)
})
