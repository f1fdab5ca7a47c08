import { users } from '@freeor/accounts/tables'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { type OpenIdIssuer, openIssuer } from '@freeor/testing/openid-issuer'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openPages, type Page, type Visit } from '../testing/pages.ts'
import { redirectUris, systemWithProvider } from '../testing/system-with-providers.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
let plain: TestSystem
let issuer: OpenIdIssuer
let browserOf: (visit: Visit) => Browser

beforeAll(async () => {
  ;[plain, issuer] = await Promise.all([openTestSystem({ jobs: false }), openIssuer({ redirectUris })])
  system = systemWithProvider(plain, issuer)
  browserOf = openPages(system)
})
afterAll(async () => {
  await issuer.stop()
  await plain.close()
})

let visitors = 0

/** A browser, and somebody at the issuer. */
function visitor(site: 'leads' | 'courses' = 'leads') {
  visitors += 1
  const subject = `visitor-${visitors}`
  const email = `${subject}@people.example`
  issuer.people.set(subject, { email, email_verified: true, name: 'Ada' })
  return { browser: browserOf({ site, address: `198.51.100.${visitors}` }), subject, email }
}

/** Where a page sends a browser without script. */
function refreshOf({ html }: Page): string {
  const [, url = ''] = /<meta http-equiv="refresh" content="0;url=([^"]+)"/i.exec(html) ?? []
  return url.replaceAll('&amp;', '&')
}

/** Logs in with the provider, as a browser without script does. */
async function logInWith(browser: Browser, subject: string, fields: Record<string, string> = {}) {
  const sent = await browser.submit('/login/acme', fields)
  const back = await issuer.logIn(refreshOf(sent), subject)
  return await browser.open(`${back.pathname}${back.search}`)
}

const textOf = ({ html }: Page) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'")

describe.each(['leads', 'courses'] as const)('at %s, without script', (site) => {
  test('a visitor signs up by a button, arrives at the page they wanted, and is logged in', async () => {
    const { browser, subject, email } = visitor(site)
    for (const path of ['/login', '/signup'])
      expect(textOf(await browser.open(path))).toContain('Continue with Acme')
    expect(await logInWith(browser, subject, { next: '/settings/profile' })).toMatchObject({
      status: 302,
      location: '/settings/profile',
    })
    expect(textOf(await browser.open('/settings/profile'))).toContain('Linked log-ins')
    expect(textOf(await browser.open('/settings/identities'))).toContain('Unlink')
    const [person] = await system.deps.db.select().from(users).where(eq(users.email, email))
    expect(person).toMatchObject({ emailVerified: true, name: 'Ada' })
  })

  test('nobody is redirected to another site afterwards', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { browser, subject } = visitor(site)
      const { location } = await logInWith(browser, subject, { next })
      expect(location).toBe(site === 'leads' ? '/search' : '/intro')
    }
  })

  test('the page says in plain words what went wrong, and repeats no text of the link', async () => {
    const { browser } = visitor(site)
    const sent = await browser.submit('/login/acme', {})
    const state = new URL(refreshOf(sent)).searchParams.get('state') ?? ''
    const told = new URLSearchParams({ error: 'access_denied', error_description: 'Call 555', state })
    const denied = await browser.open(`/login/acme?${told}&iss=${encodeURIComponent(issuer.url)}`)
    expect(denied.status).toBe(422)
    expect(textOf(denied)).toContain('You did not go on with Acme.')
    expect(denied.html).not.toContain('Call 555')
    const replayed = await browser.open(`/login/acme?${told}`)
    expect(replayed.status).toBe(410)
    expect(textOf(replayed)).toContain('That took too long, or was begun in another window.')
    expect((await browser.submit('/login/nobody', {})).status).toBe(404)
    expect(textOf(await browser.open('/login/acme'))).toContain('There is nothing to do here.')
  })
})

test('an attacker’s answer does not log a victim in as the attacker', async () => {
  const attacker = visitor()
  const sent = await attacker.browser.submit('/login/acme', {})
  const back = await issuer.logIn(refreshOf(sent), attacker.subject)
  const victim = visitor()
  await victim.browser.submit('/login/acme', {})
  const refused = await victim.browser.open(`${back.pathname}${back.search}`)
  expect(refused.status).toBe(410)
  expect((await victim.browser.open('/settings/profile')).location).toContain('/login')
})

test('with two-factor on, the page asks for the code and sends it to the log-in page', async () => {
  const { browser, subject, email } = visitor()
  await logInWith(browser, subject)
  const { db } = system.deps
  const [person] = await db.select().from(users).where(eq(users.email, email))
  const factor = { userId: person?.id ?? '', secret: 'of an app', createdAt: new Date() }
  await db.insert(twoFactors).values({ ...factor, enabledAt: new Date() })
  const another = browserOf({ site: 'leads', address: '198.51.100.250' })
  const page = await logInWith(another, subject, { next: '/settings/profile' })
  expect(page.status).toBe(401)
  expect(textOf(page)).toContain('One more step: type the code that your authenticator app shows.')
  expect(page.html).toMatch(/name="ticket" value="[^"]+"/)
  expect(page.html).toContain('action="/login?next=%2Fsettings%2Fprofile"')
  expect((await another.open('/settings/profile')).location).toContain('/login')
})

test('the page says that a provider is down, and still offers the other ways', async () => {
  const gone = { ...issuer, url: 'http://127.0.0.1:9' }
  const browser = openPages(systemWithProvider(plain, gone))({ site: 'leads', address: '198.51.100.251' })
  const page = await browser.submit('/login/acme', { next: '/settings' })
  expect(page.status).toBe(503)
  expect(textOf(page)).toContain('Acme cannot be reached right now.')
  expect(page.html).toContain('href="/login?next=%2Fsettings"')
})

test('another site’s page cannot begin a log-in or a link', async () => {
  const headers = { origin: 'https://evil.example' }
  for (const path of ['/api/auth/identity-providers/acme', '/api/account/identities']) {
    const request = new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body: '{}' })
    const response = await system.app.fetch(request, { clientAddress: '192.0.2.9', site: 'leads' })
    expect(response.status).toBe(403)
  }
})

test('where no provider is set up there is no button, no pane and no way in', async () => {
  const browser = openPages(plain)({ site: 'leads', address: '192.0.2.10' })
  expect(textOf(await browser.open('/login'))).not.toContain('Continue with')
  expect((await browser.submit('/login/acme', {})).status).toBe(404)
})
