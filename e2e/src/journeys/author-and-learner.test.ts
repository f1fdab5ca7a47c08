import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { showHuman } from '../billing-screen.ts'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { field, saved } from '../editor-screen.ts'
import { courses, journey } from '../journey.ts'
import { choose } from '../keyboard.ts'
import { becomeProvenMember } from '../people.ts'
import { onePixel } from '../pictures.ts'

/** A course from its first word to a learner's certificate. Its author uses the keyboard alone. */

const site = inject('coursesUrl')

async function press(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
}

async function type(page: Page, box: Locator, text: string): Promise<void> {
  await box.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const box = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })

async function writeLesson(page: Page, lesson: string, name: string): Promise<void> {
  await open(page, `${lesson}/edit`)
  await field(page).focus()
  await page.keyboard.type(`What ${name} means.`)
  const place = page.getByRole('combobox', { name: 'Where the video is' })
  await place.focus()
  await choose(place, 'A video file')
  await type(page, box(page, 'Address of the video'), '/videos/how-it-works.mp4')
  const chooser = page.waitForEvent('filechooser')
  await press(page, button(page, 'Add pictures'))
  await (await chooser).setFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: onePixel })
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await page.getByText('Featured', { exact: true }).waitFor()
  await type(page, box(page, 'Name that viewers choose it by'), 'English')
  await type(page, box(page, 'Text of the file'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nWhat it means\n')
  await press(page, button(page, 'Save captions'))
  await page.getByText('Captions: English (en)').waitFor()
  await saved(page)
}

async function writeQuiz(page: Page, lesson: string): Promise<void> {
  await open(page, `${lesson}/quiz`)
  await press(page, button(page, 'Add a question'))
  const first = page.getByRole('article', { name: 'Question 1 of 1' })
  await type(page, first.getByRole('textbox', { name: 'Question', exact: true }), 'Whose is a conscience?')
  await press(page, first.getByRole('button', { name: 'Add an option' }))
  await page.keyboard.type('Its own')
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The state’s')
  await page.keyboard.press('ControlOrMeta+Enter')
  await first.getByText('Saved', { exact: true }).waitFor()
}

journey(
  'an author writes, illustrates and publishes three lessons by keyboard, and a learner takes them to the certificate',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeProvenMember(page, site)
    await open(page, courses('/_subscribe/?plan=freeor_free'))
    await showHuman(page)
    await press(page, button(page, 'Begin'))
    await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
    await open(page, courses('/courses'))
    await type(page, box(page, /^Name of the course/), 'Three lessons on conscience')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/course\/crs_/)
    await hydrated(page)
    const address = page.url()
    const names = ['Freedom', 'Duty', 'Limits']
    for (const name of names) {
      await type(page, box(page, 'Title'), name)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    for (const [at, name] of names.entries()) {
      const lesson = `${address}/lesson/${at + 1}`
      await writeLesson(page, lesson, name)
      if (at === 0) await expectAccessible(page)
      await writeQuiz(page, lesson)
      if (at === 0) await expectAccessible(page)
    }
    await open(page, address)
    for (const name of names) {
      await press(page, button(page, `Publish: ${name}`))
      await page.getByText(`“${name}” is published.`).waitFor()
    }
    await expectAccessible(page)

    const learner = await visitor({ viewport: phone })
    await becomeProvenMember(learner, site)
    await open(learner, `${address}/lesson/1`)
    await learner.getByText('What Freedom means.').waitFor()
    await expectNoSidewaysScroll(learner)
    await expectAccessible(learner)
    const headers = { origin: site }
    const courseId = address.split('/').at(-1)
    const { lessons } = await (await learner.request.get(courses(`/api/courses/${courseId}/lessons`))).json()
    expect(lessons).toHaveLength(3)
    for (const { _docId: lessonId, data } of lessons) {
      expect(data.videoThumb).toHaveLength(1)
      const begun = await learner.request.post(courses('/api/quiz-attempts'), { headers, data: { lessonId } })
      await open(learner, courses(`/quiz/${(await begun.json()).id}`))
      await learner.getByRole('radio', { name: /^A / }).check()
      await learner.getByText('All answers are saved.').waitFor()
      await learner.getByRole('button', { name: 'Grade this quiz' }).click()
      await learner
        .getByText(/^(Graded: 1 of 1|You have 1 of 1 right)/)
        .first()
        .waitFor()
    }
    await open(learner, address)
    await learner
      .getByRole('button', { name: /certificate/i })
      .first()
      .click()
    await learner.waitForURL(/\/certificates\//)
    await learner.getByText('Three lessons on conscience').first().waitFor()
    await expectAccessible(learner)
  },
)
