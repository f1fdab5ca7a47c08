import { readFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone, stayHere } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { tabAndPress } from '../keyboard.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { addQuizLesson } from '../quiz-course.ts'

/** What authors do with a whole course: a mail to its learners, and the course as a file. */

journey(
  'an author takes a course out, sees a mail before it is sent, and sends it to the learners',
  async ({ visitor }) => {
    // A course sends three messages a day, and who ends them gets none: both are new in each run.
    const { courseId, lessonId } = await addQuizLesson('Messages')
    const reader = await visitor()
    const learner = await becomeProvenMember(reader, inject('coursesUrl'))
    const headers = { origin: inject('coursesUrl') }
    const begun = await reader.request.post(courses('/api/quiz-attempts'), { data: { lessonId }, headers })
    expect(begun.ok(), await begun.text()).toBe(true)

    const page = await visitor({ viewport: phone, expected: [/status of 422/] })
    await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
    await open(page, courses('/courses'))
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Bring in a course as a ZIP' }).click()
    await (await chosen).setFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no') })
    await page.getByText('The package is damaged: it cannot be opened.').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await open(page, courses('/intro'))
    const zip = page.getByRole('link', { name: 'Download as ZIP' })
    await zip.waitFor()
    const loaded = page.waitForEvent('download')
    await zip.click()
    const bytes = await readFile(await (await loaded).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    await open(page, courses(`/course/${courseId}`))
    await page.getByRole('link', { name: 'Write to all learners of this course' }).click()
    await page.getByRole('heading', { level: 1, name: /^Write to the learners/ }).waitFor()
    await page.getByRole('textbox', { name: 'Subject' }).fill('A new lesson')
    await page.getByRole('textbox', { name: 'Message' }).fill('Dear learners,\n\nthere is a new lesson.')
    await page.getByRole('button', { name: 'See the mail' }).click()
    await page.getByRole('heading', { name: 'The mail' }).waitFor()
    await page.getByText('there is a new lesson.').last().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAccessible(page)
    await tabAndPress(page, page.getByRole('button', { name: /^Send it to \d+ learners?$/ }))
    const sent = page.getByText('The message is on its way.')
    await sent.waitFor()
    // The page looks again while mails wait: neither its answer nor what is typed meanwhile goes with that.
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await subject.fill('One more lesson')
    const row = page.getByRole('row', { name: /A new lesson/ })
    await row.getByText(/^\d+ of \d+ delivered$/).waitFor()
    expect(await subject.inputValue()).toBe('One more lesson')
    expect(await sent.isVisible()).toBe(true)
    await expectAccessible(page)
    // And what is typed is not left unasked.
    await page.getByRole('link', { name: 'Back to the course' }).press('Enter')
    await stayHere(page)
    expect(await subject.inputValue()).toBe('One more lesson')
    // The next message has a key of its own: it is not taken for the first one, sent again.
    await page.getByRole('textbox', { name: 'Message' }).fill('Dear learners,\n\nthere is one more.')
    await page.getByRole('button', { name: 'See the mail' }).click()
    await page.getByRole('button', { name: /^Send it to \d+ learners?$/ }).click()
    await page.getByRole('row', { name: /One more lesson/ }).waitFor()
    await row.waitFor()

    // The link of the mail ends such mails, for somebody who is not signed in, after the button is pressed.
    const stop = await readLetter(learner.email, linkIn('/mails/stop'), 'a link that ends such mails')
    await reader.context().clearCookies()
    await open(reader, stop)
    await expectAccessible(reader)
    await reader.getByRole('main').getByRole('button').click()
    await reader.getByText('Done. You can choose them again on your progress page.').waitFor()
  },
)
