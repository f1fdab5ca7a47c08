import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { standInForFrames } from '../frame-stand-ins.ts'
import { journey } from '../journey.ts'
import { readLetter } from '../mail-folder.ts'
import { becomeMember, codeIn, signOut } from '../people.ts'
import { patience } from '../search-screen.ts'
import { introductionVideo, serveWithProvider } from '../server-with-provider.ts'

let served: Awaited<ReturnType<typeof serveWithProvider>>

beforeAll(async () => {
  served = await serveWithProvider()
})
afterAll(async () => await served?.stop())

/** Somebody at the issuer. */
function newIssuerAccount(email = `acme-${randomBytes(6).toString('hex')}@example.com`) {
  const subject = `subject-${served.issuer.people.size}`
  served.issuer.people.set(subject, { email, email_verified: true, name: 'Ada' })
  return { subject, email }
}

async function logInAtIssuer(page: Page, subject: string): Promise<void> {
  await page.getByRole('heading', { name: 'Log in at the issuer' }).waitFor()
  await page.getByRole('textbox', { name: 'Account' }).fill(subject)
  await page.getByRole('button', { name: 'Go on' }).click()
}

async function expectAt(page: Page, url: string): Promise<void> {
  await expect.poll(() => page.url(), patience).toBe(url)
  await hydrated(page)
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

journey(
  'somebody signs up with an account elsewhere on a telephone, logs out, in again, and keeps their only way in',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, expected: [/status of 4(03|09)/] })
    const { subject } = newIssuerAccount()
    const { url } = served
    await open(page, new URL('/signup?next=/settings/identities', url).href)
    await expectGood(page)
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await logInAtIssuer(page, subject)
    await expectAt(page, new URL('/settings/identities', url).href)
    await page.getByText(/^linked .*, (last|never) used/).waitFor()
    await expectGood(page)

    await page.context().clearCookies({ name: 'freeor.session_token' })
    await open(page, new URL('/login?next=/settings/identities', url).href)
    await expectGood(page)
    // The issuer knows the browser by now and asks nothing.
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expectAt(page, new URL('/settings/identities', url).href)

    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByRole('button', { name: 'Log in with Acme again' }).waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Log in with Acme again' }).click()
    await logInAtIssuer(page, subject)
    await expectAt(page, new URL('/settings/identities?again=1', url).href)
    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('This is your only way to log in.').waitFor()
    await expectGood(page)
  },
)

journey(
  'somebody with a password links an account elsewhere, logs in with it, and unlinks it',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 4(03|10|22)/] })
    const { url, dataDir } = served
    const at = (path: string) => new URL(path, url).href
    const person = await becomeMember(page, new URL(url).origin)
    const post = async (path: string, data: object) => {
      const headers = { origin: new URL(url).origin }
      expect((await page.request.post(at(path), { data, headers })).ok()).toBe(true)
    }
    await post('/api/start_verification', { email_to: person.email })
    const verificationCode = await readLetter(person.email, codeIn, 'a code', dataDir)
    await post('/api/verify_account', { verificationCode })

    const { subject } = newIssuerAccount()
    await open(page, at('/settings/identities'))
    await page.getByText('No account elsewhere is linked.').waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Link Acme' }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Link Acme' }).click()
    await logInAtIssuer(page, subject)
    await page.getByText('You can log in with Acme now.').waitFor()
    await expectGood(page)
    await readLetter(
      person.email,
      ({ subject: title }) => (title === 'Acme was linked to your account' ? true : undefined),
      'news of the link',
      dataDir,
    )

    await signOut(page)
    await open(page, at('/login?next=/settings/identities'))
    await expectGood(page)
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expectAt(page, at('/settings/identities'))
    await page.getByText(/last used/).waitFor()

    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('The link is gone.').waitFor()

    // A made-up link does not work.
    await open(page, at('/login/acme?error=access_denied&state=none'))
    await page.getByText('That took too long, or was begun in another window.').waitFor()
    await expectGood(page)
  },
)

journey('the operator’s video of Loom is asked for once somebody presses Play', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  const foreign = await standInForFrames(page, served.url)
  const url = new URL('/how-it-works', served.url).href
  await open(page, url)
  await expectGood(page)
  expect(await page.locator('iframe').count()).toBe(0)
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: 'Play the video' }).press('Enter')
  await page.frameLocator('iframe[title="Video: how it works"]').getByText('Loom’s stand-in').waitFor()
  expect(foreign.map((request) => request.url())).toEqual([
    `${introductionVideo.replace('/share/', '/embed/')}?autoplay=1`,
  ])
  await expectNoSidewaysScroll(page)

  const plain = await visitor({ javaScriptEnabled: false })
  await plain.goto(url)
  expect(await plain.getByRole('link', { name: 'Watch it at Loom' }).getAttribute('href')).toBe(
    introductionVideo,
  )
})
