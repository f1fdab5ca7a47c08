import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone, stayHere } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { killableBrowser } from '../killable-browser.ts'
import { becomeProvenMember, enter } from '../people.ts'
import { addQuizLesson, type QuizLesson } from '../quiz-course.ts'
import { patience } from '../search-screen.ts'

/** What a learner does with a quiz, and what may happen to their browser and their network meanwhile. */

const site = inject('coursesUrl')
/** Opens the quiz of the lesson as the button of its page does. */
async function startQuiz(page: Page, { lessonId }: QuizLesson): Promise<string> {
  const headers = { origin: site }
  const response = await page.request.post(courses('/api/quiz-attempts'), { data: { lessonId }, headers })
  expect(response.ok(), await response.text()).toBe(true)
  const { id } = await response.json()
  await open(page, courses(`/quiz/${id}`))
  await ready(page)
  return id
}

/** Nothing can be answered before the browser's storage is open. */
async function ready(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('fieldset:not(:disabled)').first().waitFor()
}

const question = (page: Page, position: number) =>
  page.getByRole('group', { name: new RegExp(`^Question ${position} of 4`) })

const option = (page: Page, position: number, letter: string) =>
  question(page, position).getByRole('radio', { name: new RegExp(`^${letter} `) })

const choose = async (page: Page, position: number, letter: string) =>
  await option(page, position, letter).check()

const isSaved = (page: Page, position: number) => question(page, position).getByText('Saved', { exact: true })

const allSaved = (page: Page) => page.getByText('All answers are saved.')

const grade = (page: Page) => page.getByRole('button', { name: 'Grade this quiz' })

journey('no answer is lost by a network cut, a killed browser and a reload', async () => {
  const lesson = await addQuizLesson('A broken line')
  const browser = await killableBrowser()
  try {
    let context = await browser.start()
    let page = context.pages()[0] ?? (await context.newPage())
    const person = await becomeProvenMember(page, site)
    const id = await startQuiz(page, lesson)
    await choose(page, 1, 'A')
    await isSaved(page, 1).waitFor()

    await context.setOffline(true)
    await choose(page, 2, 'B')
    await question(page, 2).getByText('Waiting for the network').waitFor()
    await grade(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Grade it now' }).click()
    await page.getByText('Your answers wait for the network. Grade the quiz once they are saved.').waitFor()
    await browser.kill()

    // The same profile; the page comes, its clicks do not go.
    context = await browser.start()
    page = context.pages()[0] ?? (await context.newPage())
    await enter(page, person, site)
    const answers = '**/api/quiz-attempts/*/answers/*'
    await page.route(answers, (route) => route.abort())
    await open(page, courses(`/quiz/${id}`))
    await ready(page)
    expect(await option(page, 2, 'B').isChecked()).toBe(true)
    await choose(page, 3, 'B')
    await question(page, 3).getByText('Waiting for the network').waitFor()
    await page.reload()
    await ready(page)
    for (const [position, letter] of [
      [1, 'A'],
      [2, 'B'],
      [3, 'B'],
    ] as const)
      expect(await option(page, position, letter).isChecked(), `question ${position}`).toBe(true)
    await page.getByText(/2 answers wait for the network/).waitFor()

    await page.unroute(answers)
    await choose(page, 4, 'C')
    await allSaved(page).waitFor()
    await grade(page).click()
    await page.getByText('You have 4 of 4 right').waitFor()
  } finally {
    await browser.remove()
  }
})

journey('two tabs of a browser show one quiz', async ({ visitor }) => {
  const lesson = await addQuizLesson('Two tabs')
  const one = await visitor()
  await becomeProvenMember(one, site)
  await startQuiz(one, lesson)
  const other = await one.context().newPage()
  await open(other, one.url())
  await ready(other)
  await choose(one, 1, 'A')
  await expect.poll(() => option(other, 1, 'A').isChecked(), patience).toBe(true)
  await choose(other, 1, 'C')
  await expect.poll(() => option(one, 1, 'C').isChecked(), patience).toBe(true)
  await allSaved(one).waitFor()
  await allSaved(other).waitFor()
  expect(await one.getByRole('alert').getByText('Two different answers').count()).toBe(0)
})

journey('a card that is marked in one window changes in another, without a reload', async ({ visitor }) => {
  const one = await visitor()
  await becomeProvenMember(one, site)
  await startQuiz(one, await addQuizLesson('Two windows'))
  const other = await one.context().newPage()
  for (const page of [one, other]) await open(page, courses('/quizzes'))
  // Only a browser without locks reads again by itself, after some time.
  expect(await other.evaluate(() => 'locks' in navigator)).toBe(true)
  const star = (page: Page) => page.getByRole('button', { name: /^Favourite: / })
  for (const isPressed of ['true', 'false']) {
    await star(one).click()
    await star(one)
      .and(one.locator(`[aria-pressed=${isPressed}]`))
      .waitFor()
    await star(other)
      .and(other.locator(`[aria-pressed=${isPressed}]`))
      .waitFor()
  }
  await one.getByRole('button', { name: /^Archive: / }).click()
  await star(other).waitFor({ state: 'hidden' })
})

journey('two devices that answer differently ask which answer counts', async ({ visitor }) => {
  const lesson = await addQuizLesson('Two devices')
  // Grading before the choice and a click after the grade are refused: the browser logs the status.
  const expected = [/status of 409/]
  const laptop = await visitor({ expected })
  const mobile = await visitor({ expected, viewport: phone })
  const person = await becomeProvenMember(laptop, site)
  await enter(mobile, person, site)
  const id = await startQuiz(laptop, lesson)
  await open(mobile, courses(`/quiz/${id}`))
  await ready(mobile)
  await choose(laptop, 1, 'B')
  await isSaved(laptop, 1).waitFor()
  await choose(mobile, 1, 'A')
  const alert = question(mobile, 1).getByRole('alert')
  await alert
    .getByText('On another device you chose B, the last answer here is A. Which one counts?')
    .waitFor()
  await expectAccessible(mobile)
  await expectNoSidewaysScroll(mobile)
  await grade(mobile).click()
  await mobile.getByRole('dialog').getByRole('button', { name: 'Grade it now' }).click()
  await mobile.getByText('Please choose first which answers count.').waitFor()
  await alert.getByRole('button', { name: 'A counts' }).click()
  await isSaved(mobile, 1).waitFor()
  await grade(mobile).click()
  await mobile.getByRole('dialog').getByRole('button', { name: 'Grade it now' }).click()
  await mobile.getByText('You have 1 of 4 right').waitFor()
  // The laptop does not know yet. Not `check`: the refusal may take the choice back before that has looked at it.
  await option(laptop, 2, 'B').click()
  await laptop.getByText('Question 2, answer B: not counted, this quiz was already graded.').waitFor()
  await laptop.getByText('You have 1 of 4 right').waitFor()
  await expectAccessible(laptop)
})

journey('the whole quiz is done by keyboard, reviewed, and retaken', async ({ visitor }) => {
  const lesson = await addQuizLesson('By keyboard')
  const page = await visitor()
  await becomeProvenMember(page, site)
  await startQuiz(page, lesson)
  await expectAccessible(page)
  await tabTo(page, option(page, 1, 'A'))
  await page.keyboard.press('Space')
  // The first radio of a group without a choice has the focus; the arrows choose the next.
  await tabTo(page, option(page, 2, 'A'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, option(page, 3, 'A'))
  await page.keyboard.press('ArrowUp')
  await allSaved(page).waitFor()
  expect(await option(page, 2, 'B').isChecked()).toBe(true)
  expect(await option(page, 3, 'C').isChecked()).toBe(true)
  await tabAndPress(page, grade(page))
  const dialog = page.getByRole('dialog', { name: 'Grade this quiz?' })
  await dialog.getByText(/1 question not answered: 4\./).waitFor()
  await expectAccessible(page)
  await tabAndPress(page, dialog.getByRole('button', { name: 'Grade it now' }))
  const score = page.getByText('You have 2 of 4 right')
  await score.waitFor()
  await expect.poll(() => score.evaluate((it) => it === document.activeElement), patience).toBe(true)
  await page.getByText('To believe, to change a belief, and to have none.').waitFor()
  await page.getByText('You did not answer this question.').waitFor()
  await expectAccessible(page)
  await reportQuestion(page)
  await tabAndPress(page, page.getByRole('button', { name: 'Retake the quiz' }))
  await ready(page)
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'All quizzes' }).click()
  await page.getByText('In progress, 0% answered').waitFor()
  await page.getByText('Last grade: 2 of 4').waitFor()
})

/** What is written to the author is asked about before it is left, until it is sent. */
async function reportQuestion(page: Page): Promise<void> {
  const away = page.getByRole('link', { name: 'All quizzes' })
  await page.getByText('Something is wrong with this question').first().click()
  const words = page.getByRole('textbox', { name: /^What is wrong/ }).first()
  await words.fill('Two of them are right.')
  await away.press('Enter')
  await stayHere(page)
  // A new attempt is another page, too.
  await page.getByRole('button', { name: 'Retake the quiz' }).press('Enter')
  await stayHere(page)
  expect(await words.inputValue()).toBe('Two of them are right.')
  await page.getByRole('button', { name: 'Send to the author' }).first().press('Enter')
  await page.getByText('Thank you. The author has been told.').waitFor()
  await away.press('Enter')
  await page.waitForURL(courses('/quizzes'))
  await page.goBack()
  await page.getByText('You have 2 of 4 right').waitFor()
}

journey(
  'quizzes are cards that can be marked, archived and brought back, on a phone too',
  async ({ visitor }) => {
    const lesson = await addQuizLesson('Cards')
    const page = await visitor({ viewport: phone, colorScheme: 'dark', expected: [/status of 40[14]/] })
    await open(page, courses('/quizzes'))
    await page.getByText('Please Login to View this Page').waitFor()
    await becomeProvenMember(page, site)
    await open(page, courses('/quiz/att_of_somebody_else'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await startQuiz(page, lesson)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await open(page, courses('/quiz'))
    expect(new URL(page.url()).pathname).toBe('/quizzes')
    await page.getByRole('button', { name: /^Favourite: Conscience/ }).click()
    await page.getByRole('button', { name: /^Favourite: Conscience/, pressed: true }).waitFor()
    await page.getByRole('button', { name: /^Archive: Conscience/ }).click()
    // The offer to undo is over after 20 s, unless somebody is at it.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.getByText('Every quiz is archived.').waitFor()
    await expectAccessible(page)
    await undo.click()
    await page.getByText('In progress, 0% answered').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)
