import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { type KillableBrowser, killableBrowser } from '../killable-browser.ts'
import { enter, newPerson, type Person, verifyByMail } from '../people.ts'

let folder = ''
let browser: KillableBrowser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-certificate-'))
  browser = await killableBrowser()
})
afterAll(async () => {
  await browser.remove()
  await rm(folder, { recursive: true, force: true })
})

const fieldsets = (page: Page) => page.getByRole('group', { name: /^Question \d+ of/ })
const firstOption = (page: Page, position: number) => fieldsets(page).nth(position).getByRole('radio').first()

/** Nothing can be answered before the browser's storage is open. */
async function ready(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('fieldset:not(:disabled)').first().waitFor()
}

/** From the front page to the first lesson, with an account made on the way. */
async function signUpForLessons(page: Page): Promise<Person> {
  await open(page, courses('/'))
  await page.getByRole('banner').getByRole('link', { name: 'Lessons', exact: true }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Create free account' }).click()
  const person = newPerson()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await verifyByMail(page, person.email)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/\/course\/crs_introduction/)
  return person
}

/** Answers the quiz that is on screen, all but the last question without a network, and survives a crash and a reload. */
async function answerThroughFaults(browser: KillableBrowser, page: Page, person: Person): Promise<Page> {
  await ready(page)
  const address = page.url()
  const last = (await fieldsets(page).count()) - 1
  await page.context().setOffline(true)
  for (let position = 0; position < last; position++) await firstOption(page, position).check()
  await fieldsets(page)
    .nth(last - 1)
    .getByText('Waiting for the network')
    .waitFor()
  await browser.kill()
  const context = await browser.start()
  const again = context.pages()[0] ?? (await context.newPage())
  await enter(again, person, inject('coursesUrl'))
  await open(again, address)
  await ready(again)
  await again.reload()
  await ready(again)
  for (let position = 0; position < last; position++)
    expect(await firstOption(again, position).isChecked(), `question ${position + 1}`).toBe(true)
  await firstOption(again, last).check()
  await again.getByText('All answers are saved.').waitFor()
  return again
}

/** Grades the quizzes of the other lessons over the API: they are done as the first. */
async function gradeOthers(page: Page): Promise<void> {
  const post = async (path: string, data: object) => {
    const headers = { origin: inject('coursesUrl') }
    const response = await page.request.post(courses(path), { data, headers })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return (await response.json()) as { id: string }
  }
  const { lessons } = await (await page.request.get(courses('/api/courses/intro/lessons'))).json()
  for (const { _docId: lessonId } of lessons.slice(1)) {
    const { id } = await post('/api/quiz-attempts', { lessonId })
    await post(`/api/quiz-attempts/${id}/grade`, { device: 'journey', number: 0 })
  }
}

async function download(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ])
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

/** The credential with another name, as somebody would change it. */
async function forge(credentialPath: string, name: string): Promise<string> {
  const path = join(folder, 'forged.json')
  const text = await readFile(credentialPath, 'utf8')
  await writeFile(path, text.replace(`"identityHash":"${name}"`, '"identityHash":"Somebody Else"'))
  return path
}

journey(
  'a visitor signs up, learns, is graded in spite of faults, and has a certificate that a stranger verifies offline',
  async ({ visitor }) => {
    let learner = (await browser.start()).pages()[0] as Page
    const person = await signUpForLessons(learner)
    await open(learner, courses('/intro/lesson/1'))
    await learner.getByRole('button', { name: 'Take the quiz' }).click()
    await learner.waitForURL(/\/quiz\//)
    learner = await answerThroughFaults(browser, learner, person)
    await learner.getByRole('button', { name: 'Grade this quiz' }).click()
    await learner.getByText(/^You have \d+ of \d+ right/).waitFor()
    await gradeOthers(learner)
    const { user } = await (await learner.request.get(courses('/api/me'))).json()
    const { name } = user
    await open(learner, courses('/intro'))
    await expectAccessible(learner)
    // On the course page it stands beside the progress and at the end of the lessons.
    const lessons = learner.getByRole('region', { name: 'Lessons' })
    await lessons.getByText(`It will be made out to ${name}.`).waitFor()
    await lessons.getByRole('button', { name: 'Get your certificate' }).click()
    await learner.getByRole('heading', { level: 1, name: 'Certificate of Completion' }).waitFor()
    const address = learner.url()
    await learner.getByRole('heading', { name: 'Is the name not right?' }).waitFor()
    await expectAccessible(learner)
    const [pdf, credential, verifier] = [
      await download(learner, 'Certificate (PDF)'),
      await download(learner, 'Credential (JSON)'),
      await download(learner, 'Download verify.html'),
    ]
    const forged = await forge(credential, name)
    await open(learner, courses('/intro'))
    await lessons.getByRole('link', { name: 'See your certificate' }).waitFor()
    await learner.getByRole('link', { name: 'See your certificate' }).first().click()
    await learner.waitForURL(address)

    const stranger = await visitor({ viewport: phone, colorScheme: 'dark' })
    await open(stranger, address)
    await stranger.getByText('This certificate is genuine and valid.').waitFor()
    expect(await stranger.getByText('Is the name not right?').count()).toBe(0)
    await expectNoSidewaysScroll(stranger)
    await expectAccessible(stranger)
    const dropped = stranger.locator('input[type=file]')
    await dropped.setInputFiles(pdf)
    await stranger.getByText('Genuine and valid', { exact: true }).waitFor()
    await dropped.setInputFiles(forged)
    await stranger.getByText(`Name: the file says “Somebody Else”, signed was “${name}”.`).waitFor()
    await expectAccessible(stranger)

    const offline = await visitor({ emptyCache: true })
    await offline.context().setOffline(true)
    await offline.goto(pathToFileURL(verifier).href)
    const file = offline.getByLabel('Choose a file')
    await file.setInputFiles(pdf)
    await offline.getByRole('heading', { name: 'Genuine', exact: true }).waitFor()
    await offline.getByText(name, { exact: true }).waitFor()
    await expectAccessible(offline)
    // The verdict of the PDF reads the same: without it, this is that of the credential.
    await offline.locator('#result').evaluate((result) => result.replaceChildren())
    await file.setInputFiles(credential)
    await offline.getByRole('heading', { name: 'Genuine', exact: true }).waitFor()
    await file.setInputFiles(forged)
    await offline.getByRole('heading', { name: 'Not valid' }).waitFor()
    // The key that is printed on the paper, instead of those in the file.
    const printed = (await offline.locator('code').first().textContent()) ?? ''
    await offline.getByLabel(/^Key as printed/).fill(printed)
    await file.setInputFiles(credential)
    await offline.getByRole('heading', { name: 'Genuine', exact: true }).waitFor()
    await offline
      .getByLabel(/^Key as printed/)
      .fill('did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2')
    await offline.getByText('It is not what was signed').waitFor()
  },
)
