import { expect } from 'vitest'
import { expectAccessible, expectEveryLook, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { readLetter } from '../mail-folder.ts'
import { becomeMember, becomeProvenMember, enter, logIn, sampleLogin, turnOnTwoSteps } from '../people.ts'
import { openSearch, patience } from '../search-screen.ts'

journey(
  'a super admin acts as somebody, sees the banner everywhere, and the audit trail names both',
  async ({ visitor }) => {
    const person = await becomeMember(await visitor())
    const page = await visitor({ expected: [/status of 4(04|22)/] })
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
    const password = page.getByRole('textbox', { name: 'Your own password' })
    await page.getByRole('textbox', { name: 'Reason' }).fill('They asked for help')
    await password.fill('not my password')
    await page.getByRole('button', { name: 'Act as them' }).click()
    await page.getByRole('region', { name: 'Act as them' }).getByRole('alert').waitFor()
    await expectAccessible(page)
    await password.fill(sampleLogin('super_admin').password)
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
    await page.getByRole('textbox', { name: 'Company name' }).fill('Renamed by a super admin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
    // By the keyboard: the page still scrolls to its answer, and a click would be let go of beside the button.
    await banner.getByRole('button', { name: 'End and be yourself again' }).press('Enter')

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

journey('a super admin turns off the second step of somebody who lost it', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 401/] })
  const person = await becomeProvenMember(page)
  await turnOnTwoSteps(page, person)
  const admin = await visitor({ viewport: phone })
  await enter(admin, sampleLogin('super_admin'))
  await open(admin, leads(`/admin/users?q=${encodeURIComponent(person.email)}`))
  await admin.getByRole('link', { name: person.email }).click()
  await admin.getByRole('button', { name: 'Turn off two-step log-in' }).click()
  const ask = admin.getByRole('dialog', { name: `Turn off two-step log-in: ${person.email}` })
  await ask.getByRole('textbox', { name: 'Reason' }).fill('They showed their passport')
  await ask.getByRole('textbox', { name: 'Your own password' }).fill(sampleLogin('super_admin').password)
  await expectAccessible(admin)
  await ask.getByRole('button', { name: 'Turn off two-step log-in', exact: true }).click()
  await admin.getByText('Their two-step log-in is off, and they are logged out everywhere.').waitFor()
  await expectNoSidewaysScroll(admin)
  // The dialog closes when the answer has come.
  const turnOff = admin.getByRole('button', { name: 'Turn off two-step log-in' })
  await expect.poll(() => turnOff.count(), patience).toBe(0)

  await readLetter(person.email, ({ subject }) => /log-in is off/.exec(subject)?.[0], 'a word of it')
  await page.goto(leads('/search'))
  await page.getByRole('heading', { name: 'Please Login to View this Page' }).waitFor()
  await logIn(page, person)
})

journey('every page of the admin area exists on both sites, on a phone and wide', async ({ visitor }) => {
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

journey(
  'a page that breaks while it is drawn says so, and the super admin reads the error without what was searched for',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/./] })
    await becomeMember(page)
    await openSearch(page, { dslFilter: 'state:TX' })
    await page.route('**/api/search/businesses', (route) => route.fulfill({ json: { count: 1, facets: 7 } }))
    const reported = page.waitForResponse('**/api/errors')
    await page.getByRole('combobox', { name: 'Query' }).fill('state:TX industry:Secret')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Something went wrong :(', exact: true }).waitFor()
    const screen = page.getByRole('main')
    await screen.getByText(/is not (a function|iterable)|undefined/).waitFor()
    const requestId = (await screen.locator('code').textContent()) ?? ''
    expect(requestId).toMatch(/^req_/)
    await expectAccessible(page)
    // The page does not wait for it, and the log does not show what comes later.
    await reported

    const superAdmin = await visitor()
    await enter(superAdmin, sampleLogin('super_admin'))
    await open(superAdmin, leads('/admin/errors'))
    const log = superAdmin.getByRole('main')
    const entry = log.locator('details').filter({ hasText: '/_search/businesses' }).first()
    await entry.locator('summary').click()
    await entry.getByText('/_search/businesses').waitFor()
    // What the visitor quotes is found here.
    await entry.getByText(requestId).waitFor()
    expect(await log.textContent()).not.toContain('Secret')
    await expectAccessible(superAdmin)
  },
)

journey(
  'a super admin sees how the server is, on both sites, on a phone and in the dark',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'))
    await open(page, leads('/admin/jobs'))
    await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Status' }).click()
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
    const again = page.getByRole('link', { name: 'Look again' })
    // An engine under load may take longer than the second it is given: the page says so until one looks again.
    await expect
      .poll(
        async () => {
          await again.click()
          return await page.getByRole('main').textContent()
        },
        { ...patience, interval: 2_000 },
      )
      .toMatch(
        /The engines answer, and there is room on the disk\..*PostgreSQL\s*well.*ClickHouse\s*well.*Connections in use\s*\d+ of \d+/s,
      )

    // The process looks at itself from its start on, so that there is an hour to show.
    const requests = page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem')
    await requests.first().waitFor()
    const asked = async () =>
      (await requests.allTextContents()).map((text) => Number(text.split('UTC').at(-1)?.replaceAll(',', '')))
    expect((await asked()).every((count) => count >= 0)).toBe(true)
    await expect
      .poll(
        async () => {
          await again.click()
          return (await asked()).reduce((sum, count) => sum + count, 0)
        },
        { timeout: 40_000, interval: 2_000 },
      )
      .toBeGreaterThan(0)
    await expectEveryLook(page)

    await open(page, courses('/admin/status'))
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
    await expectEveryLook(page)
  },
)

journey('nobody but a super admin finds the status page', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 404/] })
  await becomeMember(page)
  expect((await page.goto(leads('/admin/status')))?.status()).toBe(404)
  expect(await page.getByRole('heading', { level: 1, name: 'Status' }).count()).toBe(0)
})
