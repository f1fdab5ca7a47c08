import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-certificate-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

/** Grades every quiz of the default course over the API: the quizzes have journeys of their own. */
async function gradeAll(page: Page): Promise<void> {
  const post = async (path: string, data: object) => {
    const headers = { origin: inject('coursesUrl') }
    const response = await page.request.post(courses(path), { data, headers })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return (await response.json()) as { id: string }
  }
  const { lessons } = await (await page.request.get(courses('/api/courses/intro/lessons'))).json()
  for (const { _docId: lessonId } of lessons) {
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

/** The PDF with another name in its credential, as somebody would change it. */
async function forge(credentialPath: string): Promise<string> {
  const path = join(folder, 'forged.json')
  const text = await readFile(credentialPath, 'utf8')
  await writeFile(path, text.replace('"identityHash":"Visitor"', '"identityHash":"Somebody Else"'))
  return path
}

journey(
  'every lesson graded, the certificate, and a stranger who verifies it, also offline',
  { timeout: 240_000 },
  async ({ visitor }) => {
    const learner = await visitor()
    await becomeProvenMember(learner, inject('coursesUrl'))
    await gradeAll(learner)
    await open(learner, courses('/intro'))
    await expectAccessible(learner)
    // On the course page it stands beside the progress and at the end of the lessons.
    const lessons = learner.getByRole('region', { name: 'Lessons' })
    await lessons.getByRole('button', { name: 'Get your certificate' }).click()
    await learner.getByRole('heading', { level: 1, name: 'Certificate of Completion' }).waitFor()
    const address = learner.url()
    await expectAccessible(learner)
    const [pdf, credential, verifier] = [
      await download(learner, 'Certificate (PDF)'),
      await download(learner, 'Credential (JSON)'),
      await download(learner, 'Download verify.html'),
    ]
    const forged = await forge(credential)
    await open(learner, courses('/intro'))
    await lessons.getByRole('link', { name: 'See your certificate' }).waitFor()
    await learner.getByRole('link', { name: 'See your certificate' }).first().click()
    await learner.waitForURL(address)

    const stranger = await visitor({ viewport: phone, colorScheme: 'dark' })
    await open(stranger, address)
    await stranger.getByText('This certificate is genuine and valid.').waitFor()
    await expectNoSidewaysScroll(stranger)
    await expectAccessible(stranger)
    const dropped = stranger.locator('input[type=file]')
    await dropped.setInputFiles(pdf)
    await stranger.getByText('Genuine and valid', { exact: true }).waitFor()
    await dropped.setInputFiles(forged)
    await stranger.getByText('Name: the file says “Somebody Else”, signed was “Visitor”.').waitFor()
    await expectAccessible(stranger)

    const offline = await visitor()
    await offline.context().setOffline(true)
    await offline.goto(pathToFileURL(verifier).href)
    const file = offline.getByLabel('Choose a file')
    await file.setInputFiles(pdf)
    await offline.getByRole('heading', { name: 'Genuine', exact: true }).waitFor()
    await offline.getByText('Visitor', { exact: true }).waitFor()
    await expectAccessible(offline)
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
