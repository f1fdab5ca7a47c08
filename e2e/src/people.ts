import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { open } from './browser.ts'
import { leads } from './journey.ts'
import { type Letter, readLetter } from './mail-folder.ts'
import { codeOfApp } from './one-time-code.ts'
import { patience } from './search-screen.ts'

export type Person = { email: string; password: string }

/** A new person, unknown to the server. */
export const newPerson = (): Person => ({
  email: `visitor-${randomBytes(6).toString('hex')}@example.com`,
  password: `pass words ${randomBytes(6).toString('hex')}`,
})

/** One of the logins a new installation starts with. */
export function sampleLogin(role: string): Person {
  const login = inject('logins').find((each) => each.role === role)
  if (!login) throw new Error(`No sample login is a ${role}`)
  return login
}

/** Makes an account and its session without the forms, which have their own journeys. */
export async function becomeMember(page: Page, site = inject('leadsUrl')): Promise<Person> {
  const person = newPerson()
  const elsewhere = { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` }
  await call(page, `${site}/api/auth/sign-up/email`, { ...person, name: 'Visitor' }, elsewhere)
  await enter(page, person, site)
  return person
}

/**
 * As `becomeMember`, with an address that is proven by the code of a mail, as ordering, inviting, making keys and the
 * like need it.
 */
export async function becomeProvenMember(page: Page, site = inject('leadsUrl')): Promise<Person> {
  const person = await becomeMember(page, site)
  await call(page, `${site}/api/start_verification`, { email_to: person.email })
  const verificationCode = await readLetter(person.email, codeIn, 'a code')
  await call(page, `${site}/api/verify_account`, { verificationCode })
  return person
}

/**
 * As `becomeProvenMember`, in a company with the largest plan, which a super admin sets. In that of the sample owner
 * journeys at the same time would refuse each other's searches: two run in a company.
 */
export async function becomeBusiness(page: Page, admin: Page): Promise<Person> {
  const person = await becomeProvenMember(page)
  await enter(admin, sampleLogin('super_admin'))
  const { company } = await (await page.request.get(leads('/api/me'))).json()
  const response = await admin.request.post(leads(`/api/admin/companies/${company.id}/plan`), {
    data: { site: 'leads', planID: 'freeor_biz', reason: 'a journey' },
    headers: { origin: inject('leadsUrl') },
  })
  expect(response.status(), await response.text()).toBe(204)
  return person
}

/** A session for a known login, without the form. */
export async function enter(
  page: Page,
  { email, password }: Person,
  site = inject('leadsUrl'),
): Promise<void> {
  await call(page, `${site}/api/auth/sign-in/email`, { email, password })
}

/** Two-step log-in, without the forms. @returns the key of the app */
export async function turnOnTwoSteps(page: Page, { password }: Person): Promise<string> {
  const post = async (path: string, data: object) => {
    const headers = { origin: inject('leadsUrl') }
    const response = await page.request.post(leads(`/api/account/${path}`), { data, headers })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return await response.json()
  }
  await post('reauthenticate', { password })
  const { secret } = (await post('two_factor', {})) as { secret: string }
  await post('two_factor/confirm', { code: codeOfApp(secret) })
  return secret
}

async function call(
  page: Page,
  path: string,
  data: object,
  more: Record<string, string> = {},
): Promise<void> {
  const headers = { origin: new URL(path).origin, ...more }
  const response = await page.request.post(path, { data, headers })
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200)
}

/** Opens the menu that holds the way out, where a site has one; by now the page shows who is signed in. */
export async function openAccountMenu(page: Page): Promise<void> {
  const menu = page.locator('header summary').filter({ visible: true })
  const button = page.getByRole('button', { name: /^(Log|Sign) out$/ }).first()
  await menu.or(button).first().waitFor()
  if (await menu.isVisible()) await menu.click()
}

/**
 * Signs out by the menu, and waits for the front page: a page opened earlier would end the request under way, and the
 * user would still be signed in.
 */
export async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  const button = page.getByRole('button', { name: /^(Log|Sign) out$/ })
  await button.filter({ visible: true }).first().click()
  await page.waitForURL((url) => url.pathname === '/', patience)
}

/** Fills the login form that is on screen and sends it. */
export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Logs in by the form and waits for the signed-in home. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await open(page, leads('/login'))
  await fillLogin(page, person)
  await page.getByRole('heading', { level: 1, name: 'What are you looking for?' }).waitFor()
}

/** The six digits of a letter. */
export const codeIn = ({ subject }: Letter): string | undefined => /^\d{6}/.exec(subject)?.[0]

/** On the verification page: requests a code by mail and types it in. */
export async function verifyByMail(page: Page, email: string, dataDir = inject('dataDir')): Promise<void> {
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await page.getByText(`A code is on its way to ${email}.`).waitFor()
  const code = await readLetter(email, codeIn, 'a code', dataDir)
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByText('Huzzah! You successfully verified your account.', { exact: true }).waitFor()
}
