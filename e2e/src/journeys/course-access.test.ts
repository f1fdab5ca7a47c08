import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeMember, enter, newPerson, sampleLogin, verifyByMail } from '../people.ts'

/** Who gets to a course, and how: visitors, new accounts, accounts without a proof, super admins. */

const invitation = 'Login or Create a Free account to view this Course'

journey(
  'a visitor is invited at a lesson, signs up, proves the address, and is at that lesson',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, expected: [/status of 401/] })
    const response = await page.goto(courses('/intro/lesson/2'))
    expect(response?.status()).toBe(401)
    const lesson = new URL(page.url()).pathname
    expect(lesson).toMatch(/^\/course\/crs_introduction\/lesson\/./)
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: invitation }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const main = page.getByRole('main')
    for (const name of ['Create free account', 'Sign In'])
      expect(await main.getByRole('link', { name }).getAttribute('href')).toContain(
        encodeURIComponent(lesson),
      )

    await main.getByRole('link', { name: 'Create free account' }).click()
    const { email, password } = newPerson()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await verifyByMail(page, email)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.pathname === lesson)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
)

journey(
  'an account without a proof gets the code step at every page for learners, and no route loops',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page, inject('coursesUrl'))
    const paths = [
      '/intro',
      '/course/crs_introduction',
      '/courses',
      '/quizzes',
      '/quiz/att_none',
      '/org',
      '/org/progress',
      '/org/invite',
      '/org/members/usr_none',
      '/review',
      '/progress',
      '/course/crs_introduction/lesson/1',
      '/intro/lesson/1',
      '/signup',
    ]
    for (const path of [...paths, '/lesson', '/lessons', '/quiz', '/login']) {
      const response = await page.request.get(courses(path), { maxRedirects: 5 })
      expect([path, response.status(), new URL(response.url()).pathname]).toEqual([
        path,
        200,
        '/verify_account',
      ])
    }
  },
)

journey('short addresses lead to the default course and its lessons', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 404/] })
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  for (const path of ['/lesson', '/lessons', '/intro/lesson/1'])
    expect(new URL((await page.request.get(courses(path))).url()).pathname).toMatch(
      /^\/course\/crs_introduction\/lesson\/./,
    )
  expect(new URL((await page.request.get(courses('/intro'))).url()).pathname).toBe('/course/crs_introduction')
  for (const path of ['/intro/lesson/999', '/intro/lesson/0', '/course/crs_none', '/courses']) {
    await open(page, courses(path))
    await page.getByRole('heading', { name: "Uh oh, there's nothing here :(", exact: true }).waitFor()
  }
})

journey('a student sees how far they are, at the landing page and in the course', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  await open(page, courses('/'))
  await page.getByRole('heading', { name: 'Continue where you left' }).waitFor()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await page.waitForURL(/\/lesson\//)
  await open(page, courses('/course/crs_introduction'))
  await page.getByText(/^\d of \d lessons complete$/).waitFor()
  await page
    .getByText(/Score \d of \d/)
    .first()
    .waitFor()
  await page.getByText(/Quiz in progress: 2 of \d answered/).waitFor()
  await expectAccessible(page)
})

journey('a super admin lists the account’s courses, or those of every account', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
  await open(page, courses('/courses'))
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Every account' }).click()
  await page.waitForURL(/all=true/)
  await page.getByRole('main').getByRole('link', { name: 'Religious liberty: an introduction' }).click()
  await page.waitForURL(/\/course\/crs_introduction/)
  await page.getByText('DRAFT').first().waitFor()
})
