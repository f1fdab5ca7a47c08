import { openPaymentAccount } from '@freeor/billing/subscriptions/commands'
import { customers } from '@freeor/billing/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailTo } from '../testing/mails.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
let as: Person

beforeAll(async () => {
  system = await openTestSystem()
  as = await addPerson(system.deps, system.call, { name: 'payer' })
})
afterAll(async () => await system.close())

const post = async <Path extends string>(path: Path, body: object) =>
  await system.call('POST', `/api/account/${path}`, { as, body })

test('bills go to an owner’s new address once its code is confirmed, and not before', async () => {
  const { billing, db } = system.deps
  const { companyId, userId } = as
  await openPaymentAccount(billing, { companyId, userId, site: 'leads' })
  const isTheirs = eq(customers.companyId, companyId)
  const paying = async () =>
    (await db.select().from(customers).where(isTheirs)).filter(({ accountId }) => accountId !== null)
  const [before] = await paying()
  expect(before?.email).toBe(as.email)
  const accountsOf = async (email: string) => (await billing.provider.findAccounts(email)).map(({ id }) => id)
  expect(await accountsOf(as.email)).toEqual([before?.accountId])

  const email = 'payer-elsewhere@people.example'
  await post('reauthenticate', { password: as.password })
  expect((await post('update_email', { email })).status).toBe(202)
  const code = /\b(\d{6})\b is your/.exec(await mailTo(system, email, /\b\d{6}\b is your/))?.[1] ?? ''
  expect(await paying()).toMatchObject([{ email: as.email }])
  expect((await post('confirm_email', { verificationCode: code })).body.verified).toBe(true)

  await vi.waitFor(async () => expect(await paying()).toMatchObject([{ email }]), {
    timeout: 60_000,
    interval: 50,
  })
  expect(await accountsOf(email)).toEqual([before?.accountId])
  expect(await accountsOf(as.email)).toEqual([])
})
