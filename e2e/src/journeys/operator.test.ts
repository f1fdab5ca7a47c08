import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

journey(
  'an operator acts as somebody, sees the banner everywhere, and the audit trail tells of both',
  async ({ visitor }) => {
    const person = await becomeMember(await visitor())
    const page = await visitor({ expected: [/status of 404/] })
    await enter(page, sampleLogin('super_admin'))
    await open(page, leads('/admin'))
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page
      .getByRole('textbox', { name: 'Email, name or id' })
      .or(page.getByRole('searchbox'))
      .first()
      .fill(person.email)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => page.url(), patience).toContain('q=')
    await expectAccessible(page)
    await page.getByRole('link', { name: person.email }).click()
    await page.getByRole('heading', { level: 1, name: person.email }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Reason' }).fill('They asked for help')
    await page.getByRole('button', { name: 'Act as them' }).click()

    const banner = page.getByRole('region', { name: 'Acting as somebody else' })
    await banner.getByText(`You are acting as ${person.email}.`, { exact: true }).waitFor()
    for (const path of ['/search', '/_search/businesses', '/settings/company', '/pricing', '/no/such/page']) {
      await open(page, leads(path))
      await banner.getByText(`You are acting as ${person.email}.`, { exact: true }).waitFor()
      await expectAccessible(page)
    }
    await page.setViewportSize(phone)
    await open(page, leads('/settings/company'))
    await banner.waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('textbox', { name: 'Company name' }).fill('Renamed by an operator')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
    await banner.getByRole('button', { name: 'End and be yourself again' }).click()

    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    expect(await banner.count()).toBe(0)
    await open(page, leads(`/admin/audit?subject=${encodeURIComponent(person.email)}`))
    const table = page.getByRole('table', { name: 'Audit trail' })
    for (const action of [
      'impersonation.started',
      'impersonation.wrote',
      'company.changed',
      'impersonation.ended',
    ]) {
      const row = table.getByRole('row').filter({ hasText: action }).first()
      await row.waitFor()
      expect(await row.textContent()).toContain('super-admin@example.com')
      expect(await row.textContent()).toContain(person.email)
    }
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'This as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  },
)

journey('every page of the admin area stands on both sites, on a phone and wide', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('super_admin'))
  const pages = ['users', 'companies', 'subscriptions', 'audit', 'errors', 'jobs', 'mail']
  const addresses = [leads, courses].flatMap((at) => pages.map((each) => at(`/admin/${each}`)))
  for (const address of [...addresses, leads('/admin/imports')]) {
    await open(page, address)
    await page.getByRole('navigation', { name: 'Admin area' }).waitFor()
    await expectAccessible(page)
  }
  await page.setViewportSize(phone)
  for (const address of addresses) {
    await open(page, address)
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
})
