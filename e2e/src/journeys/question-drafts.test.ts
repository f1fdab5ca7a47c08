import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { conflicts } from '../editor-screen.ts'
import { courses, journey } from '../journey.ts'
import { keptOnDisk, killableBrowser } from '../killable-browser.ts'
import { enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'
import { addDraftLesson } from '../written-lesson.ts'

/** What authors type into questions: nothing of it is lost, whoever else writes and whatever ends the page. */

const site = inject('coursesUrl')
const author = sampleLogin('author')
/** Edits every course: a second person at the same question. */
const colleague = sampleLogin('super_admin')

const first = (page: Page) => page.getByRole('article', { name: /^Question 1 of/ })
const box = (page: Page, name: string | RegExp) => first(page).getByRole('textbox', { name })
const words = (page: Page) => box(page, 'Question')
const saveButton = (page: Page) => first(page).getByRole('button', { name: 'Save question' })
const isSaved = async (page: Page) => await first(page).getByText('Saved', { exact: true }).waitFor()

async function call(page: Page, method: string, path: string, data?: object) {
  const response = await page.request.fetch(courses(path), { method, data, headers: { origin: site } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? {} : await response.json()
}

/** A lesson with one question, signed in as its author. */
async function begin(page: Page): Promise<{ quiz: string; list: string }> {
  const lesson = await addDraftLesson(author, 'The edict of Torda.')
  await enter(page, author, site)
  const { _docId } = await call(
    page,
    'GET',
    `/api/${new URL(lesson).pathname.slice(1).replace('course/', 'courses/').replace('lesson/', 'lessons/')}`,
  )
  const list = `/api/lessons/${_docId}/questions`
  await call(page, 'POST', list, {
    question: 'Who wrote the edict of Torda?',
    options: [{ text: 'A diet', correct: true }, { text: 'A king' }],
    explanation: 'Written in 1568.',
  })
  return { quiz: `${lesson}/quiz`, list }
}

journey(
  'two people write one question: joined, asked about the same words, told of a removal',
  async ({ visitor }) => {
    const page = await visitor({ expected: conflicts })
    const { quiz, list } = await begin(page)
    await open(page, quiz)
    const other = await visitor({ expected: conflicts })
    await enter(other, colleague, site)
    await open(other, quiz)

    // Different parts are joined while one of them types, at the position where the other one types.
    await words(page).press('Home')
    await page.keyboard.type('In 1568: ')
    await box(other, /^Explanation/).fill('Written in January 1568, at Torda.')
    await saveButton(other).click()
    await isSaved(other)
    await expect
      .poll(async () => await box(page, /^Explanation/).inputValue(), patience)
      .toBe('Written in January 1568, at Torda.')
    await page.keyboard.type('say, ')
    expect(await words(page).inputValue()).toBe('In 1568: say, Who wrote the edict of Torda?')
    await saveButton(page).click()
    await isSaved(page)
    await expect
      .poll(async () => await words(other).inputValue(), patience)
      .toBe('In 1568: say, Who wrote the edict of Torda?')

    // The same words: each part is a choice.
    await words(page).fill('Which diet wrote it?')
    await words(other).fill('Which king signed it?')
    await saveButton(other).click()
    await isSaved(other)
    const conflict = first(page).getByRole('region', { name: 'Somebody else changed the same words' })
    await conflict.waitFor()
    // It does not take the focus: what is typed on goes into the field.
    await page.keyboard.type(' Say.')
    expect(await words(page).inputValue()).toBe('Which diet wrote it? Say.')
    expect(await saveButton(page).isDisabled()).toBe(true)
    for (const text of ['Which diet wrote it? Say.', 'Which king signed it?'])
      await conflict.getByText(text).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await conflict.getByRole('radio', { name: /^Theirs/ }).check()
    await conflict.getByRole('button', { name: 'Save what I chose' }).click()
    await conflict.waitFor({ state: 'hidden' })
    expect(await words(page).inputValue()).toBe('Which king signed it?')

    // An earlier version is compared, and written into the fields.
    await first(page).getByRole('button', { name: 'Earlier versions' }).click()
    const history = first(page).getByRole('region', { name: 'Earlier versions' })
    await history.getByText('In the fields now').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await history.getByRole('button', { name: 'Write version 3 into the fields' }).click()
    await expect
      .poll(async () => await words(page).inputValue(), patience)
      .toBe('In 1568: say, Who wrote the edict of Torda?')

    // Removed by the other one: what was typed is still there, and becomes a question again.
    await words(page).fill('Which diet, and where?')
    const { questions } = await call(other, 'GET', list)
    await call(other, 'DELETE', `/api/questions/${questions[0].id}`)
    const removed = page.getByRole('region', { name: 'Removed while you were writing' })
    await removed.getByText('Which diet, and where?').waitFor()
    await expectAccessible(page)
    await removed.getByRole('button', { name: 'Add it as a new question' }).click()
    await removed.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await call(page, 'GET', list)).questions, patience)
      .toMatchObject([
        { question: 'Which diet, and where?', explanation: 'Written in January 1568, at Torda.' },
      ])
  },
)

journey(
  'what is typed while a question is saved stays; leaving with it is asked about',
  async ({ visitor }) => {
    const page = await visitor()
    const { quiz, list } = await begin(page)
    await open(page, quiz)
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/questions/*', async (route) => {
      await held
      await route.continue()
    })
    await words(page).fill('Who wrote it?')
    await words(page).press('ControlOrMeta+Enter')
    await words(page).press('End')
    await page.keyboard.type(' And when?')
    answer()
    await expect
      .poll(async () => (await call(page, 'GET', list)).questions, patience)
      .toMatchObject([{ question: 'Who wrote it?', version: 2 }])
    await page.keyboard.type(' Where?')
    expect(await words(page).inputValue()).toBe('Who wrote it? And when? Where?')
    await first(page).getByText('Not saved yet').waitFor()
    await page.getByRole('link', { name: 'Import' }).click()
    const question = page.getByRole('dialog', { name: 'Leave this page?' })
    await question.getByText('There are changes that are not saved.').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay here' }).last().click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(async () => await saveButton(page).isEnabled(), patience).toBe(true)
    await saveButton(page).click()
    await isSaved(page)
    expect((await call(page, 'GET', list)).questions).toMatchObject([
      { question: 'Who wrote it? And when? Where?', version: 3 },
    ])
  },
)

journey(
  'a browser that is killed while a question is written has the words at the next visit',
  async ({ visitor }) => {
    const page = await visitor()
    const { quiz, list } = await begin(page)
    const browser = await killableBrowser()
    try {
      let context = await browser.start()
      const writer = context.pages()[0] ?? (await context.newPage())
      await enter(writer, author, site)
      await open(writer, quiz)
      await words(writer).fill('Typed before the crash')
      await keptOnDisk(writer, 'freeor-questions', 'Typed before the crash')
      await browser.kill()
      context = await browser.start()
      const again = context.pages()[0] ?? (await context.newPage())
      await enter(again, author, site)
      await open(again, quiz)
      await first(again).getByText('Words of an earlier visit that were not saved were found').waitFor()
      expect(await words(again).inputValue()).toBe('Typed before the crash')
      await saveButton(again).click()
      await isSaved(again)
      expect((await call(page, 'GET', list)).questions).toMatchObject([
        { question: 'Typed before the crash' },
      ])
      await open(again, quiz)
      expect(await first(again).getByText('Words of an earlier visit').count()).toBe(0)
    } finally {
      await browser.remove()
    }
  },
)

journey(
  'what is typed before the script of the page has come is there afterwards, and kept',
  async ({ visitor }) => {
    const page = await visitor()
    const { quiz } = await begin(page)
    const { promise: come, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await come
      await route.continue()
    })
    await page.goto(quiz, { waitUntil: 'commit' })
    // Of the text, not of its line: without the styles, which may still be coming, the box is narrow.
    await words(page).press('Control+End')
    await page.keyboard.type(' And when?')
    await box(page, 'Option A').fill('A diet of 1568')
    letCome()
    await hydrated(page)
    await first(page).getByText('Not saved yet').waitFor()
    expect(await words(page).inputValue()).toBe('Who wrote the edict of Torda? And when?')
    expect(await box(page, 'Option A').inputValue()).toBe('A diet of 1568')
    await keptOnDisk(page, 'freeor-questions', 'A diet of 1568')
    await keptOnDisk(page, 'freeor-questions', 'And when?')
  },
)
