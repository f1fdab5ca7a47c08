import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { dragTo } from '../drag.ts'
import { courses, journey } from '../journey.ts'
import { tabTo } from '../keyboard.ts'
import { enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** Courses, lessons, questions and options are put into another order by dragging and by the arrow keys. */

const site = inject('coursesUrl')

/** Nothing scrolls under the pointer while it drags. */
const tall = { width: 1280, height: 1600 }

async function call(page: Page, method: string, path: string, data?: object) {
  const response = await page.request.fetch(courses(path), { method, data, headers: { origin: site } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? {} : await response.json()
}

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move “${name}”`, exact: true })
const titles = async (page: Page) =>
  await page.getByRole('region', { name: 'Lessons, as authors see them' }).locator('ol h3').allInnerTexts()
const shows = async (page: Page, expected: readonly string[]) =>
  await expect.poll(async () => await titles(page), patience).toEqual(expected)

journey(
  'lessons are dragged and moved by arrow keys, the other window follows, and what is refused goes back',
  async ({ visitor }) => {
    const page = await visitor({
      viewport: tall,
      expected: [/ERR_FAILED|Failed to fetch|Failed to load resource/],
    })
    await enter(page, sampleLogin('super_admin'), site)
    const course = await call(page, 'POST', '/api/courses', { name: `Order ${Date.now()}` })
    for (const title of ['Alpha', 'Beta', 'Gamma'])
      await call(page, 'POST', `/api/courses/${course._docId}/lessons`, { title })
    const other = await page.context().newPage()
    const address = courses(`/course/${course._docId}`)
    await open(other, address)
    await open(page, address)
    await expectAccessible(page)

    await dragTo(page, handle(page, 'Gamma'), handle(page, 'Alpha'))
    // The offer to undo is over after 20 s, unless somebody is at it.
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.hover()
    await shows(page, ['Gamma', 'Alpha', 'Beta'])
    await shows(other, ['Gamma', 'Alpha', 'Beta'])
    await undo.click()
    await shows(other, ['Alpha', 'Beta', 'Gamma'])
    await shows(page, ['Alpha', 'Beta', 'Gamma'])

    // The focus stays on the handle that moves.
    await tabTo(page, handle(page, 'Alpha'))
    await page.keyboard.press('ArrowDown')
    await page.getByText('“Alpha” is number 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await shows(page, ['Beta', 'Gamma', 'Alpha'])
    await shows(other, ['Beta', 'Gamma', 'Alpha'])
    await page.keyboard.press('ArrowUp')
    await shows(page, ['Beta', 'Alpha', 'Gamma'])
    await shows(other, ['Beta', 'Alpha', 'Gamma'])

    const moves = '**/api/courses/*/lessons/*/move'
    await page.route(moves, (route) => route.abort())
    await dragTo(page, handle(page, 'Gamma'), handle(page, 'Beta'))
    await page.getByText('That was not moved. It is back where it was; please try again.').waitFor()
    await shows(page, ['Beta', 'Alpha', 'Gamma'])
    await page.unroute(moves)

    await page.setViewportSize({ ...phone, height: 1600 })
    await open(page, address)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await dragTo(page, handle(page, 'Beta'), handle(page, 'Gamma'))
    await shows(page, ['Alpha', 'Gamma', 'Beta'])
    await call(page, 'PATCH', `/api/courses/${course._docId}`, { archived: true })
  },
)

journey('courses are dragged among the cards, questions and options in a quiz', async ({ visitor }) => {
  const page = await visitor({ viewport: tall })
  await enter(page, sampleLogin('super_admin'), site)
  const names = ['First of two', 'Second of two'].map((name) => `${name} ${Date.now()}`)
  const [one, two] = [
    await call(page, 'POST', '/api/courses', { name: names[0] }),
    await call(page, 'POST', '/api/courses', { name: names[1] }),
  ]
  await open(page, courses('/courses'))
  const cards = async () =>
    (await page.locator('main h2 a').allInnerTexts()).filter((name) => names.includes(name))
  // The newest is the first card.
  await expect.poll(cards, patience).toEqual(names.toReversed())
  await expectAccessible(page)
  await dragTo(page, handle(page, names[0] ?? ''), handle(page, names[1] ?? ''))
  // The server has it once undoing is offered.
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await expect.poll(cards, patience).toEqual(names)
  await page.reload()
  expect(await cards()).toEqual(names)

  const lesson = await call(page, 'POST', `/api/courses/${one._docId}/lessons`, { title: 'Quiz' })
  const options = ['x', 'y', 'z'].map((text, at) => ({ text, correct: at === 0 }))
  for (const question of ['Which one?', 'Which two?', 'Which three?'])
    await call(page, 'POST', `/api/lessons/${lesson._docId}/questions`, { question, options })
  const quiz = courses(`/course/${one._docId}/lesson/${lesson.data.slug}/quiz`)
  const other = await page.context().newPage()
  await open(other, quiz)
  await open(page, quiz)
  const asked = async (at: Page) =>
    await at
      .getByRole('textbox', { name: 'Question', exact: true })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value))
  await tabTo(page, handle(page, 'Question 1'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => asked(page), patience).toEqual(['Which two?', 'Which one?', 'Which three?'])
  await expect.poll(() => asked(other), patience).toEqual(['Which two?', 'Which one?', 'Which three?'])

  const first = page.getByRole('article', { name: 'Question 1 of 3' })
  const texts = async () =>
    await first
      .getByRole('textbox', { name: /^Option [A-Z]$/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const optionHandle = (letter: string) =>
    first.getByRole('button', { name: `Move “Option ${letter}”`, exact: true })
  await dragTo(page, optionHandle('C'), optionHandle('A'))
  await expect.poll(texts, patience).toEqual(['z', 'x', 'y'])
  // The right one stays the right one.
  const isRight = async () => await first.getByRole('radio', { name: 'Option B is right' }).isChecked()
  await expect.poll(isRight, patience).toBe(true)
  await first.getByRole('button', { name: 'Save question' }).click()
  await first.getByText('Saved', { exact: true }).waitFor()
  await expectAccessible(page)
  for (const { _docId } of [one, two]) await call(page, 'PATCH', `/api/courses/${_docId}`, { archived: true })
})

journey('the tools of a lesson far down are there for whoever comes to it', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await enter(page, sampleLogin('super_admin'), site)
  const course = await call(page, 'POST', '/api/courses', { name: `Long ${Date.now()}` })
  for (let n = 1; n <= 40; n++)
    await call(page, 'POST', `/api/courses/${course._docId}/lessons`, { title: `Part ${n}` })
  await open(page, courses(`/course/${course._docId}`))
  await hydrated(page)
  const edit = (n: number) => page.getByRole('link', { name: `Edit “Part ${n}”` })
  await edit(30).waitFor()
  expect(await edit(40).count()).toBe(0)
  // From the keyboard the next control is always there: the focus never skips a lesson's tools.
  await page.getByRole('link', { name: 'Part 39', exact: true }).focus()
  await tabTo(page, edit(39))
  await tabTo(page, edit(40))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
