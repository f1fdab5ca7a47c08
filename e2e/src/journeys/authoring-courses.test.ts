import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { showHuman } from '../billing-screen.ts'
import { expectAccessible, expectNoSidewaysScroll, isInView, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeProvenMember, enter, openAccountMenu, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** An author makes, orders and archives a course, with the keyboard. */

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const titles = async (page: Page) =>
  await page.getByRole('region', { name: 'Lessons, as authors see them' }).locator('ol h3').allInnerTexts()

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .focus()
  await page.keyboard.press('Enter')
}

async function addLesson(page: Page, title: string, expected: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await heading(page, expected).waitFor()
}

journey(
  'an author makes a course of three lessons and orders them; another window follows, and the plan’s end is told',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of (404|409)/] })
    await becomeProvenMember(page, inject('coursesUrl'))
    expect((await page.request.get(courses('/courses'))).status()).toBe(404)
    await open(page, courses('/_subscribe/?plan=freeor_free'))
    await page.getByRole('heading', { level: 1, name: /^Begin with/ }).waitFor()
    await expectAccessible(page)
    await showHuman(page)
    await press(page, 'Begin')
    await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
    await page.getByText('You can make a course now: give it a name, then add its lessons.').waitFor()
    await page.getByRole('link', { name: 'Make a course' }).press('Enter')
    await page.waitForURL('**/courses')
    await open(page, courses('/quizzes'))
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'My courses' }).first().click()
    await heading(page, 'Your first course').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Name of the course' }).focus()
    await page.keyboard.type('Conscience and the common law')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/course\/crs_/)
    await addLesson(page, '', 'Lesson 1')
    const second = await page.context().newPage()
    await open(second, page.url())
    const typed = second.getByRole('textbox', { name: 'Title' })
    await typed.fill('Not added yet')
    await page.bringToFront()
    // Who double-clicks what they press adds one lesson, also where the answer takes its time.
    await page.route(/\/course\/.*\.data/, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      const response = await route.fetch()
      await setTimeout(1_000)
      // The page may have given it up for a second one.
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('Toleration')
    await page.getByRole('button', { name: 'Add lesson', exact: true }).dblclick({ delay: 100 })
    await heading(page, 'Toleration').waitFor()
    await page.unroute(/\/course\/.*\.data/)
    await heading(second, 'Toleration').waitFor()
    expect(await typed.inputValue()).toBe('Not added yet')
    await addLesson(page, 'Neutral laws', 'Neutral laws')
    await page.getByText('Your plan is full').waitFor()
    await heading(second, 'Neutral laws').waitFor()

    await press(page, 'Move “Neutral laws” up')
    await expect.poll(() => titles(page), patience).toEqual(['Lesson 1', 'Neutral laws', 'Toleration'])
    await expect.poll(() => titles(second), patience).toEqual(['Lesson 1', 'Neutral laws', 'Toleration'])
    await press(second, 'Move “Lesson 1” down')
    await expect.poll(() => titles(page), patience).toEqual(['Neutral laws', 'Lesson 1', 'Toleration'])
    await page.getByText('Move one to another position', { exact: true }).click()
    await page.getByLabel('Which one').selectOption({ label: 'Toleration' })
    await page.getByLabel('Place it').selectOption({ label: 'First' })
    await press(page, 'Move')
    await expect.poll(() => titles(page), patience).toEqual(['Toleration', 'Neutral laws', 'Lesson 1'])

    await press(page, 'Publish: Toleration')
    const refusal = page
      .getByRole('alert')
      .getByText('You must add a quiz before you can publish this lesson.', { exact: true })
    await refusal.waitFor()
    // What others change loads the page again: what this author has to read stays.
    await expect.poll(() => titles(second), patience).toEqual(['Toleration', 'Neutral laws', 'Lesson 1'])
    await press(second, 'Move “Lesson 1” up')
    await expect.poll(() => titles(page), patience).toEqual(['Toleration', 'Lesson 1', 'Neutral laws'])
    expect(await refusal.isVisible()).toBe(true)
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // The button of the last lesson is far below what it is answered with.
    await press(page, 'Publish: Neutral laws')
    await expect.poll(() => isInView(refusal), patience).toBe(true)
    // A name of one long word takes several lines.
    await page.getByRole('heading', { level: 1 }).evaluate((name) => {
      const long = document.createElement('h1')
      long.textContent = 'Conscience'.repeat(20)
      name.after(long)
    })
    await expectNoSidewaysScroll(page)

    // The form is gone with what was typed in it, so nothing is asked.
    await open(second, courses('/courses'))
    await open(page, courses('/courses'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByText('Your plan is full').waitFor()
    await press(page, /^Archive: /)
    // The offer to undo is over 20 s after it was made, unless somebody is at it.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await page.getByText('“Conscience and the common law” is archived.').waitFor()
    await heading(page, 'Your first course').waitFor()
    // The other window shows what the list holds now, without a reload.
    const link = (of: Page) => of.getByRole('link', { name: 'Conscience and the common law' })
    await link(second).waitFor({ state: 'hidden' })
    await open(second, courses('/courses?archived=true'))
    await link(second).waitFor()
    await expectAccessible(second)
    await press(page, 'Undo')
    await link(page).waitFor()
    await link(second).waitFor({ state: 'hidden' })
    await second.close()
  },
)

journey(
  'a lesson of one course is added to another one, and taken out of that alone',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
    const makeCourse = async () => {
      const headers = { origin: inject('coursesUrl') }
      const answer = await page.request.post(courses('/api/courses'), {
        data: { name: 'Shared lessons' },
        headers,
      })
      expect(answer.ok(), await answer.text()).toBe(true)
      return courses(`/course/${(await answer.json())._docId}`)
    }
    const [first, second] = [await makeCourse(), await makeCourse()]
    const title = `Conscience ${Date.now()}`
    await open(page, first)
    await addLesson(page, title, title)
    await open(page, second)
    const others = page.getByRole('combobox', { name: 'Or one of your other lessons' })
    await others.selectOption({ label: title })
    await press(page, 'Add it to this course')
    await heading(page, title).waitFor()
    expect(await titles(page)).toEqual([title])
    // Each lesson stands in a course once.
    await expect.poll(() => others.getByRole('option', { name: title }).count()).toBe(0)
    await page.getByText('More', { exact: true }).click()
    await press(page, 'Take out of this course')
    await page.getByText(`“${title}” stands in its other courses only.`).waitFor()
    await expect.poll(() => titles(page), patience).toEqual([])
    await open(page, first)
    expect(await titles(page)).toEqual([title])
  },
)
