import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone, stayHere } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import { becomeProvenMember, enter, type Person, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** What the admin of an organization sees while its members learn. */

const site = inject('coursesUrl')
const organization = 'Sample Fellowship'

/** A call of the API as the visitor, without a page. */
async function call(page: Page, method: string, path: string, data?: object) {
  const response = await page.request.fetch(courses(path), { method, data, headers: { origin: site } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? {} : await response.json()
}

/** A learner whose profile names the organization. */
async function becomeLearner(page: Page, name: string): Promise<Person> {
  const person = await becomeProvenMember(page, site)
  await call(page, 'PATCH', '/api/account/profile', { name, org: organization })
  return person
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

journey(
  'an organization’s admin confirms a member, sees each of their clicks arrive, and loses sight of all of it at once',
  async ({ visitor }) => {
    // An admin of its own: other journeys need the sample's, who would lose sight too.
    const admin = await visitor({ expected: [/status of 404/] })
    await becomeProvenMember(admin, site)
    const { user } = await call(admin, 'GET', '/api/me')
    const boss = await visitor()
    await enter(boss, sampleLogin('super_admin'), site)
    const setOrganizations = async (orgAdmin: string[]) =>
      await call(boss, 'PUT', `/api/admin/users/${user.id}/org-admin`, { orgAdmin, reason: 'a journey' })
    await setOrganizations([organization])
    await open(admin, courses('/org'))
    await hydrated(admin)
    await admin.getByRole('table', { name: 'Members and their progress' }).waitFor()
    await expectAccessible(admin)

    // Whoever chooses the organization appears without a reload, apart from the members.
    const student = await visitor()
    const name = `Ada ${Date.now()}`
    await becomeLearner(student, name)
    const confirm = admin.getByRole('button', { name: `Confirm ${name}` })
    await confirm.waitFor()
    await expectAccessible(admin)
    await confirm.click()
    await row(admin, name).waitFor()

    const { lessons } = await call(student, 'GET', '/api/courses/intro/lessons')
    const { id, questions } = await call(student, 'POST', '/api/quiz-attempts', {
      lessonId: lessons[0]._docId,
    })
    // Only a browser without locks reads again by itself, after some time.
    expect(await admin.evaluate(() => 'locks' in navigator)).toBe(true)
    for (const [at, question] of questions.slice(0, 2).entries()) {
      await call(student, 'PUT', `/api/quiz-attempts/${id}/answers/${question.questionId}`, {
        ...{ optionId: question.options[0].id, device: 'phone', number: at + 1, seen: 0 },
      })
      await row(admin, name)
        .getByText(`Lesson 1: ${at + 1} of ${questions.length} answered`)
        .waitFor()
    }

    await row(admin, name).getByRole('link', { name }).click()
    await admin.getByRole('heading', { level: 1, name }).waitFor()
    await expectAccessible(admin)

    await setOrganizations([])
    await open(admin, courses('/org'))
    await admin.getByRole('heading', { level: 1, name: /nothing/i }).waitFor()
  },
)

journey('the pages of an organization fit a phone and are accessible', async ({ visitor }) => {
  const admin = await visitor({ viewport: phone, colorScheme: 'dark' })
  await enter(admin, sampleLogin('org_admin'), site)
  for (const path of ['/org', '/org/progress', '/org/invite', '/progress']) {
    await open(admin, courses(path))
    await hydrated(admin)
    await expectAccessible(admin)
    await expectNoSidewaysScroll(admin)
  }
  // A due date that has passed is told while it is chosen.
  await open(admin, courses('/org/invite'))
  await hydrated(admin)
  const passed = admin.getByText('This day has passed already', { exact: false })
  expect(await passed.count()).toBe(0)
  await admin.getByLabel('Due on').fill('2020-03-01')
  await passed.waitFor()
  await expectAccessible(admin)
  await expectNoSidewaysScroll(admin)
  await admin.getByLabel('Due on').fill('2990-03-01')
  await passed.waitFor({ state: 'detached' })
  // Names that begin alike are told from each other.
  await open(admin, courses('/org'))
  const name = admin.getByRole('rowheader').getByRole('link').first()
  const { shown, whole } = await name.evaluate((link) => ({
    shown: link.clientWidth,
    whole: link.scrollWidth,
  }))
  expect(shown).toBeGreaterThanOrEqual(whole)
  // A printed report has no footer.
  await admin.emulateMedia({ media: 'print' })
  expect(await admin.locator('footer').last().isVisible()).toBe(false)
})

journey('eight tabs at once share one stream and are all answered', async ({ visitor }) => {
  const first = await visitor()
  await enter(first, sampleLogin('org_admin'), site)
  const tabs = [first]
  let streams = 0
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams += 1
  })
  for (let n = 1; n < 8; n++) tabs.push(await first.context().newPage())
  for (const tab of tabs) {
    await open(tab, courses('/org'))
    await hydrated(tab)
  }
  await expect.poll(() => streams, patience).toBe(1)
  // With a stream for each tab there would be no connection left, and it would wait for ever.
  for (const tab of tabs) {
    const isAnswered = async () => {
      const answer = await fetch('/api/me', { signal: AbortSignal.timeout(60_000) })
      return answer.ok && (await answer.text()) !== ''
    }
    expect(await tab.evaluate(isAnswered)).toBe(true)
  }
  // The stream's tab is closed: another one opens it.
  await first.close()
  await expect.poll(() => streams, patience).toBe(2)
})

journey(
  'people of a CSV file are invited, and who joins by the mail stands among the members, confirmed',
  async ({ visitor }) => {
    const admin = await visitor()
    await enter(admin, sampleLogin('org_admin'), site)
    const invited = await visitor({ viewport: phone })
    const person = await becomeProvenMember(invited, site)
    const name = `Ada ${Date.now()}`
    await call(invited, 'PATCH', '/api/account/profile', { name, org: 'Sample University' })

    await open(admin, courses('/org/invite'))
    const pane = admin.getByRole('region', { name: 'Invite by mail' })
    await pane.locator('input[type=file]').setInputFiles({
      ...{ name: 'people.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`Name,Email\n"Lovelace, Ada",${person.email.toUpperCase()}\n`),
    })
    const leave = admin.getByRole('link', { name: 'Members', exact: true })
    await leave.click()
    await stayHere(admin)
    // What is typed while the mails are sent stays.
    const typed = Promise.withResolvers<void>()
    await admin.route('**/org/invite.data*', async (route) => {
      if (route.request().method() === 'POST') await typed.promise
      await route.continue()
    })
    await pane.getByRole('button', { name: 'Send' }).click()
    await pane.getByRole('textbox').fill('somebody@people.example')
    await expect.poll(() => pane.getByLabel('Or choose a CSV file').isDisabled()).toBe(true)
    typed.resolve()
    await admin.getByText('1 invitation is on the way.').waitFor()
    await admin.getByRole('cell', { name: person.email, exact: true }).waitFor()
    expect(await pane.getByRole('textbox').inputValue()).toBe('somebody@people.example')
    // Nobody is asked about what was sent: the form is empty.
    await pane.getByRole('button', { name: 'Send' }).click()
    await admin.getByRole('cell', { name: 'somebody@people.example', exact: true }).waitFor()
    expect(await pane.getByRole('textbox').inputValue()).toBe('')
    await pane.getByRole('textbox').fill('another@people.example')
    await leave.click()
    await stayHere(admin)
    await pane.getByRole('textbox').fill('')
    await leave.click()
    await admin.waitForURL((url) => url.pathname === '/org')

    const link = await readLetter(person.email, linkIn('/org/join'), 'an invitation')
    await open(invited, link)
    await expectAccessible(invited)
    await expectNoSidewaysScroll(invited)
    await invited.getByRole('button', { name: 'Join' }).click()
    await invited.getByText('You are a confirmed member.').waitFor()
    await expectAccessible(invited)
    await expectNoSidewaysScroll(invited)
    await invited.getByRole('link', { name: 'Go to the lessons' }).click()
    await invited.waitForURL(/\/course\/crs_introduction$/)

    await open(admin, courses(`/org?q=${encodeURIComponent(name)}`))
    await row(admin, name).waitFor()
    expect(await admin.getByRole('button', { name: `Confirm ${name}` }).count()).toBe(0)
  },
)
