import { customers } from '@freeor/billing/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { openPages } from '../../testing/pages.ts'
import type { Person } from '../../testing/people.ts'

/** What a company whose subscription has ended sees and may do. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 10, jobs: false })
  const isTheirs = and(eq(customers.companyId, fixture.people.owner.companyId), eq(customers.site, 'leads'))
  await fixture.deps.db.update(customers).set({ subscriptionStatus: 'canceled' }).where(isTheirs)
})
afterAll(async () => await fixture.close())

test('no lead is left to spend', async () => {
  const { owner, stranger } = fixture.people
  const remaining = async (as: Person) => (await fixture.call('GET', '/api/me', { as })).body.allowance
  expect(await remaining(owner)).toMatchObject({ active: false, leadsRemaining: 0 })
  expect(await remaining(stranger)).toMatchObject({ active: true, leadsRemaining: 25 })
})

test('a call that needs the plan says that it has ended and how, unlike the answer without any plan', async () => {
  const search = async (as: Person) => await fixture.call('POST', '/api/search/firms', { as, body: {} })
  const ended = await search(fixture.people.owner)
  expect([ended.status, ended.body]).toEqual([
    402,
    expect.objectContaining({
      code: 'payment_required',
      detail: 'Your subscription is no longer active',
      subscription_status: 'canceled',
    }),
  ])
  await fixture.deps.db.delete(customers).where(eq(customers.companyId, fixture.people.superAdmin.companyId))
  const never = await search(fixture.people.superAdmin)
  expect(never.status).toBe(402)
  expect(never.body).not.toHaveProperty('subscription_status')
})

test('the pages of Leads say so, the searches and files stay visible, and nothing is shown as remaining', async () => {
  const said = 'Your subscription is no longer active'
  const visit = openPages(fixture)
  const pagesOf = async ({ email, password }: Person) => {
    const browser = visit({ site: 'leads', address: '198.51.100.40' })
    expect((await browser.submit('/login', { email, password })).status).toBe(302)
    return [
      await browser.open('/search'),
      await browser.open('/_search/firms'),
      await browser.open('/share/email'),
    ] as const
  }
  const [home, search, mail] = await pagesOf(fixture.people.owner)
  expect([home.status, search.status, mail.status]).toEqual([200, 402, 200])
  expect(mail.html, 'nobody writes what is not sent').not.toContain('See the mail')
  for (const { html } of [home, search, mail]) {
    expect(html).toContain(said)
    expect(html).not.toMatch(/\d leads remaining/)
    expect(html).not.toContain('have a subscription with us')
  }
  expect(home.html).toContain('No saved search yet.')
  for (const { status, html } of await pagesOf(fixture.people.stranger)) {
    expect([status, html.includes(said)]).toEqual([200, false])
    expect(html).toMatch(/25 leads remaining/)
  }
})
