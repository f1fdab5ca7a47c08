import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { pressEnter, tabAndPress, tabAndType } from '../keyboard.ts'
import { enter, sampleLogin } from '../people.ts'

/** How an author writes questions, brings old ones along, and corrects a key that was wrong. */

const site = inject('coursesUrl')

/** A call of the API as the visitor, without a page. */
async function call(page: Page, method: string, path: string, data?: object) {
  const response = await page.request.fetch(courses(path), { method, data, headers: { origin: site } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? {} : await response.json()
}

const bank = `// A bank with one bad question
$CATEGORY: $course$/law

::Good::Who wrote Virginia's statute for religious freedom? {~James Madison =Thomas Jefferson ~George Mason}

::Bad::Who wrote it? {=Thomas Jefferson ~James Madison

::Changed::The First Amendment was ratified in 1791. {T}

An essay. {}
`

journey(
  'an author writes a question by keyboard, imports a bank and reads its account, and a wrong key is fixed and regraded',
  async ({ visitor }) => {
    const author = await visitor()
    await enter(author, sampleLogin('super_admin'), site)
    const course = await call(author, 'POST', '/api/courses', { name: `Questions ${Date.now()}` })
    const lesson = await call(author, 'POST', `/api/courses/${course._docId}/lessons`, { title: 'Statutes' })
    const quiz = `/course/${course._docId}/lesson/${lesson.data.slug}/quiz`

    await open(author, courses(quiz))
    await hydrated(author)
    await author.getByText('There are no questions in this quiz yet.').waitFor()
    await tabAndPress(author, author.getByRole('button', { name: 'Add a question' }))
    const first = author.getByRole('article', { name: 'Question 1 of 1' })
    const asked = first.getByRole('textbox', { name: 'Question' })
    await asked.waitFor()
    expect(await asked.inputValue()).toBe('Type your question here.')
    await asked.focus()
    await author.keyboard.press('ControlOrMeta+a')
    await author.keyboard.type('When was it adopted?')
    await tabAndPress(author, first.getByRole('button', { name: 'Add an option' }))
    await author.keyboard.type('1776')
    // An option may have lines, as imported ones do.
    await author.keyboard.press('Shift+Enter')
    await author.keyboard.type('by Congress')
    // Enter adds the next option, and the focus goes there.
    await author.keyboard.press('Enter')
    await author.keyboard.type('1786')
    await author.keyboard.press('Alt+Enter')
    await author.keyboard.press('Alt+ArrowUp')
    await first.getByRole('radio', { name: 'Option A is right' }).and(first.locator(':checked')).waitFor()
    await tabAndType(author, first.getByRole('textbox', { name: /^Explanation/ }), 'In January.')
    await author.keyboard.press('ControlOrMeta+Enter')
    await first.getByText('Saved', { exact: true }).waitFor()
    await expectAccessible(author)
    const stored = await call(author, 'GET', `/api/lessons/${lesson._docId}/questions`)
    const [question] = stored.questions
    expect(question).toMatchObject({
      question: 'When was it adopted?',
      explanation: 'In January.',
      version: 2,
    })
    expect(question.options.map((option: { text: string }) => option.text)).toEqual([
      '1786',
      '1776\nby Congress',
    ])
    expect(question.answer).toBe(question.options[0].id)

    await pressEnter(author.getByRole('link', { name: 'Import' }))
    await author.getByRole('heading', { name: 'Import questions' }).waitFor()
    await hydrated(author)
    const file = { name: 'bank.gift', mimeType: 'text/plain', buffer: Buffer.from(bank) }
    await author.locator('input[type=file]').setInputFiles(file)
    await pressEnter(author.getByRole('button', { name: 'Read the file' }))
    await author.getByText(`The sum is the whole file: ${Buffer.byteLength(bank)} bytes.`).waitFor()
    await author.getByText('Its answers are not closed: a } is missing.').waitFor()
    await author.getByText('It is an essay: a quiz here is chosen from options.').waitFor()
    await expectAccessible(author)
    await pressEnter(author.getByRole('button', { name: 'Bring in 2 questions' }))
    await author.getByText('2 questions are in the quiz.').waitFor()
    // All of it goes out again in one action, here and behind the link, and may come in once more.
    const takeOut = author.getByRole('button', { name: 'Take all 2 questions out again' })
    await pressEnter(takeOut)
    await author.getByText('They are out of the quiz again.').and(author.locator(':focus *')).waitFor()
    await pressEnter(author.getByRole('button', { name: 'Bring in 2 questions' }))
    await pressEnter(author.getByRole('link', { name: 'To the questions' }))
    await author.getByRole('article', { name: 'Question 3 of 3' }).waitFor()
    await expectAccessible(author)
    await pressEnter(takeOut)
    await author.getByRole('article', { name: 'Question 1 of 1' }).waitFor()
    expect(await takeOut.count()).toBe(0)
    await author.goBack()
    await author.getByRole('heading', { name: 'Import questions' }).waitFor()
    await author.locator('input[type=file]').setInputFiles(file)
    await pressEnter(author.getByRole('button', { name: 'Read the file' }))
    await pressEnter(author.getByRole('button', { name: 'Bring in 2 questions' }))
    await pressEnter(author.getByRole('link', { name: 'To the questions' }))
    await author.getByRole('article', { name: 'Question 3 of 3' }).waitFor()

    // A learner is graded by a key that turns out to be wrong.
    await call(author, 'POST', `/api/lessons/${lesson._docId}/publish`)
    const student = await visitor()
    await enter(student, sampleLogin('student'), site)
    const attempt = await call(student, 'POST', '/api/quiz-attempts', { lessonId: lesson._docId })
    const wrong = { optionId: question.options[1].id, device: 'phone', number: 1, seen: 0 }
    await call(student, 'PUT', `/api/quiz-attempts/${attempt.id}/answers/${question.id}`, wrong)
    const grade = { device: 'phone', number: 1 }
    expect(await call(student, 'POST', `/api/quiz-attempts/${attempt.id}/grade`, grade)).toMatchObject({
      score: 0,
    })

    const one = author.getByRole('article', { name: 'Question 1 of 3' })
    await one.getByRole('textbox', { name: 'Option B' }).press('End')
    await author.keyboard.type('!')
    expect(await one.getByRole('textbox', { name: 'Option B' }).inputValue()).toMatch(
      /^1776!?\nby Congress!?$/,
    )
    await one.getByRole('radio', { name: 'Option B is right' }).check()
    await pressEnter(one.getByRole('button', { name: 'Save question' }))
    await pressEnter(one.getByRole('button', { name: 'Grade earlier answers by this key' }))
    await one.getByText('1 graded attempt asked it with another key.').waitFor()
    await one.getByRole('textbox', { name: 'Why is it graded again?' }).fill('The statute is of 1776 here')
    await expectAccessible(author)
    await pressEnter(one.getByRole('button', { name: 'Grade again' }))
    await one.getByText('1 attempt is graded again. Answers and old grades are kept.').waitFor()
    expect(await call(student, 'GET', `/api/quiz-attempts/${attempt.id}`)).toMatchObject({ score: 1 })

    await pressEnter(author.getByRole('link', { name: 'Statistics' }))
    await author.getByText('1 attempt of 1 learner.').waitFor()
    await author.getByRole('columnheader', { name: 'Standard deviation' }).waitFor()
    await pressEnter(author.getByText('Who chose what').first())
    await author.getByRole('columnheader', { name: 'Upper third' }).waitFor()
    await expectAccessible(author)
    for (const page of ['', '/import', '/statistics']) {
      await author.setViewportSize(phone)
      await open(author, courses(quiz + page))
      await hydrated(author)
      await expectNoSidewaysScroll(author)
      await expectAccessible(author)
    }

    // A learner does not find these pages, and nothing is left that others would see.
    const lost = await visitor({ expected: [/status of 404/] })
    await enter(lost, sampleLogin('student'), site)
    expect((await lost.goto(courses(quiz)))?.status()).toBe(404)
    await call(author, 'POST', `/api/lessons/${lesson._docId}/archive`)
    await call(author, 'PATCH', `/api/courses/${course._docId}`, { archived: true })
  },
)

journey('a remark leads to a question far down, which can be written in there', async ({ visitor }) => {
  const author = await visitor({ viewport: phone })
  await enter(author, sampleLogin('super_admin'), site)
  const course = await call(author, 'POST', '/api/courses', { name: `Many ${Date.now()}` })
  const lesson = await call(author, 'POST', `/api/courses/${course._docId}/lessons`, { title: 'Many' })
  for (let n = 1; n <= 25; n++)
    await call(author, 'POST', `/api/lessons/${lesson._docId}/questions`, {
      question: `Which is number ${n}?`,
      explanation: 'It is.',
      options: [{ text: `Right ${n}`, correct: true }, { text: n === 25 ? `right ${n} ` : `Other ${n}` }],
    })
  await open(author, courses(`/course/${course._docId}/lesson/${lesson.data.slug}/quiz`))
  await hydrated(author)
  const last = author.getByRole('article', { name: 'Question 25 of 25' })
  expect(await last.getByRole('textbox').count()).toBe(0)
  await author.getByRole('region', { name: 'Remarks' }).getByRole('link', { name: 'Question 25' }).click()
  await last.getByRole('textbox', { name: 'Option B' }).fill('Another')
  await last.getByRole('button', { name: 'Save question' }).click()
  await last.getByText('Saved', { exact: true }).waitFor()
  await expectNoSidewaysScroll(author)
  await expectAccessible(author)
})
