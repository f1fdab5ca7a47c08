import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, fillLogin, newPerson, openAccountMenu, signOut } from '../people.ts'

const sites = [
  { site: 'Leads', at: leads },
  { site: 'Courses', at: courses },
]

const publicPages = [
  ...['/', '/login', '/signup', '/reset_password', '/terms', '/privacy'],
  ...['/pricing', '/custom-plan?plan=freeor_pro'],
]

for (const { site, at } of sites) {
  journey(`${site}: a public page says what it is, with a picture for sharing it`, async ({ visitor }) => {
    const page = await visitor({ javaScriptEnabled: false })
    for (const path of publicPages) {
      await page.goto(at(path))
      const read = (name: string) => page.locator(`meta[${name}]`).getAttribute('content')
      expect(await page.title(), path).toContain(`Freeor ${site}`)
      expect((await read('name=description'))?.length, path).toBeGreaterThan(50)
      expect(await read('property="og:title"'), path).toBe(await page.title())
      const picture = await page.request.get((await read('property="og:image"')) ?? '')
      expect([picture.status(), picture.headers()['content-type']], path).toEqual([200, 'image/png'])
    }
  })

  journey(`${site}: an address without a page says so and leads back`, async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 404/] })
    const response = await page.goto(at('/no/such/page'))
    expect(response?.status()).toBe(404)
    await hydrated(page)
    await page.getByRole('heading', { name: "Uh oh, there's nothing here :(", exact: true }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Back to civilization', exact: true }).click()
    await expect.poll(() => page.url()).toBe(at('/'))
  })

  journey(`${site}: a form's answer is the same with and without script`, async ({ visitor }) => {
    const page = await visitor({ javaScriptEnabled: false, expected: [/status of 4(22|01)/] })
    await page.goto(at('/'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { email, password } = newPerson()
    await page.goto(at('/signup'))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(`${password} not`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText("Uh oh, your passwords don't match", { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await signOut(page)

    await page.goto(at('/login'))
    await fillLogin(page, { email, password: 'not the password' })
    await page.getByText('Uh oh, there was a problem logging you in.', { exact: true }).waitFor()
    await fillLogin(page, { email, password })
    await openAccountMenu(page)
    await page.getByRole('button', { name: /^(Log|Sign) out$/ }).waitFor()
  })
}

journey('a page for members asks to log in, and the login leads back to it', async ({ visitor }) => {
  const member = await visitor()
  const person = await becomeMember(member)
  const page = await visitor({ expected: [/status of 401/] })
  const wanted = leads('/_search/businesses?dslFilter=state%3ATX')
  const response = await page.goto(wanted)
  expect(response?.status()).toBe(401)
  await hydrated(page)
  await page.getByRole('heading', { name: 'Please Login to View this Page', exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Member Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await fillLogin(page, person)
  await page.getByRole('table', { name: 'Leads' }).waitFor()
  expect(page.url()).toBe(wanted)
})

journey('a signed-in user does not see the login or the sign-up again', async ({ visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  const without = { '/login': '/search', '/signup': '/settings/billing' }
  for (const [path, destination] of Object.entries(without)) {
    await open(page, leads(path))
    expect(page.url()).toBe(leads(destination))
    await open(page, leads(`${path}?next=${encodeURIComponent('/pricing')}`))
    expect(page.url()).toBe(leads('/pricing'))
  }
})

journey('the pane for a new password has a short address on both sites', async ({ visitor }) => {
  const page = await visitor()
  const login = `/login?next=${encodeURIComponent('/settings/change_password')}`
  const leadsTo = async (path: string) => {
    for (const at of [leads, courses]) {
      await open(page, at('/change_password'))
      expect(page.url()).toBe(at(path))
    }
  }
  await leadsTo(login)
  await becomeMember(page)
  await leadsTo('/settings/change_password')
})

journey('a page that cannot be loaded says so and can be tried again', async ({ visitor }) => {
  const page = await visitor({ expected: [/./] })
  await becomeMember(page)
  await open(page, leads('/search'))
  const style = await page.$('link[rel="stylesheet"]')
  await page.route('**/*.data*', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('heading', { name: 'Something went wrong :(', exact: true }).waitFor()
  // A document that is made again stands there without styles until they are loaded again.
  expect(await style?.evaluate((link) => link.isConnected)).toBe(true)
  await page.getByText('The site did not answer. Check your connection.').waitFor()
  // The member is still logged in.
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/*.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pay for leads, once each' }).waitFor()

  // A form that gets no answer leaves its page, with what was typed.
  await open(page, leads('/settings/company'))
  const name = page.getByRole('textbox', { name: 'Company name' })
  await name.fill('Typed on a train')
  await page.route('**/*.data*', (route) => route.abort())
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const note = page.getByRole('alert').filter({ hasText: 'what you entered is still here' })
  await note.waitFor()
  await expectAccessible(page)
  expect(await name.inputValue()).toBe('Typed on a train')
  await page.unroute('**/*.data*')
  await save.click()
  await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
  await note.waitFor({ state: 'detached' })

  // So does one whose sender was logged out meanwhile, until they log in elsewhere.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await name.fill('Typed for an hour')
  await save.click()
  await page.getByRole('alert').filter({ hasText: 'You are logged out' }).waitFor()
  expect(await name.inputValue()).toBe('Typed for an hour')
  await page.context().addCookies(cookies)
  await save.click()
  await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
  await note.waitFor({ state: 'detached' })
})

const hostile = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/search',
  '//evil.example:80/',
  '//user@evil.example',
  '//user:pass@evil.example/',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http://evil.example/search',
  'ftp://evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/search/..//evil.example',
  '/%2e%2e//evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '%2F%2Fevil.example',
  '/%09/evil.example',
  '/%0d/evil.example',
  '/search%0d%0aLocation:%20//evil.example',
  '/search\r\nLocation: //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '/@evil.example',
  '/\u2028/evil.example',
  '/\u3002evil.example',
  '\uff0f\uff0fevil.example',
  '',
]

/** Where a redirect of the site leads, as a browser would read it. */
async function destination(page: Page, from: string, next: string): Promise<URL> {
  const address = new URL(from)
  address.searchParams.set('next', next)
  const response = await page.request.get(address.href, { maxRedirects: 0 })
  expect(response.status(), next).toBe(302)
  return new URL(response.headers().location ?? 'none:', address)
}

journey(
  'no `next` leads off the site: not by redirect, not by form, not by what a browser makes of it',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 404/] })
    const person = await becomeMember(page)
    for (const { at } of sites)
      for (const path of ['/login', '/signup'])
        for (const next of hostile) {
          const { origin } = await destination(page, at(path), next)
          expect(origin, JSON.stringify(next)).toBe(new URL(at('/')).origin)
        }
    // What a browser makes of it, and the form, because its redirect is another line of code.
    for (const next of hostile.slice(0, 4)) {
      await page.goto(leads(`/login?next=${encodeURIComponent(next)}`))
      expect(new URL(page.url()).origin).toBe(new URL(leads('/')).origin)
      const stranger = await visitor({ expected: [/status of 404/] })
      await open(stranger, leads(`/login?next=${encodeURIComponent(next)}`))
      await fillLogin(stranger, person)
      await stranger.getByRole('button', { name: 'Log out' }).waitFor()
      expect(new URL(stranger.url()).origin).toBe(new URL(leads('/')).origin)
    }
  },
)
