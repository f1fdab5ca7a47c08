import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { hydrated, open } from '../browser.ts'
import { field, linesOf, openEditor, saved } from '../editor-screen.ts'
import { courses, journey } from '../journey.ts'
import { keptOnDisk } from '../killable-browser.ts'
import { becomeProvenMember, sampleLogin } from '../people.ts'
import { addQuizLesson } from '../quiz-course.ts'
import { patience } from '../search-screen.ts'
import { addDraftLesson } from '../written-lesson.ts'

/** The disk under a browser is full: it keeps nothing any more, and what people do reaches the server all the same. */

/** From the next load on. Of the page alone: other journeys use its browser later. */
async function fillDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
  })
}

const keepsNothing = (page: Page) => page.getByText('This browser keeps nothing on this device.')

journey('each answer of a quiz is sent, and the page says that it keeps none', async ({ visitor }) => {
  const page = await visitor()
  await fillDisk(page)
  await becomeProvenMember(page, inject('coursesUrl'))
  const { lessonId } = await addQuizLesson('A full disk')
  const headers = { origin: inject('coursesUrl') }
  const begun = await page.request.post(courses('/api/quiz-attempts'), { data: { lessonId }, headers })
  await open(page, courses(`/quiz/${(await begun.json()).id}`))
  await keepsNothing(page).waitFor()
  const question = (position: number) =>
    page.getByRole('group', { name: new RegExp(`^Question ${position} of 4`) })
  const option = (position: number) => question(position).getByRole('radio', { name: /^B / })
  for (const position of [1, 2]) {
    await option(position).check()
    await question(position).getByText('Saved', { exact: true }).waitFor()
  }
  await page.reload()
  await hydrated(page)
  for (const position of [1, 2]) expect(await option(position).isChecked()).toBe(true)
})

journey('the words of an earlier visit are found and saved', async ({ visitor }) => {
  const page = await visitor({ expected: [/ERR_FAILED/] })
  const author = sampleLogin('author')
  const lesson = await addDraftLesson(author, 'Of conscience.\n')
  await openEditor(page, lesson, author)
  await page.route('**/api/lessons/*', async (route) =>
    route.request().method() === 'PATCH' ? await route.abort() : await route.continue(),
  )
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Written before. ')
  await keptOnDisk(page, 'freeor-editor', 'Written before')
  await fillDisk(page)
  await open(page, `${lesson}/edit`)
  await page.getByText(/^Words of an earlier visit/).waitFor()
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Written after.')
  await keepsNothing(page).waitFor()
  await page.unroute('**/api/lessons/*')
  await saved(page)
  const text = 'Written before. Of conscience.'
  await expect.poll(() => linesOf(page), patience).toEqual([text, 'Written after.'])
})
