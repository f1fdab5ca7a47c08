import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { becomeProvenMember } from '../people.ts'
import { addQuizLesson, type QuizLesson } from '../quiz-course.ts'

/** Questions that a learner missed come back by choice, apart from every grade. */

const site = inject('coursesUrl')

/** Grades the lesson's quiz over the API with the first option everywhere: the first of four answers is right. */
async function gradeOneOfFour(page: Page, { lessonId, questions }: QuizLesson): Promise<string> {
  const send = async (method: string, path: string, data: object) => {
    const response = await page.request.fetch(courses(path), { method, data, headers: { origin: site } })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return await response.json()
  }
  const { id } = await send('POST', '/api/quiz-attempts', { lessonId })
  for (const [at, question] of questions.entries())
    await send('PUT', `/api/quiz-attempts/${id}/answers/${question.id}`, {
      ...{ optionId: question.options[0], device: 'journey', number: at + 1, seen: 0 },
    })
  await send('POST', `/api/quiz-attempts/${id}/grade`, { device: 'journey', number: questions.length })
  return id
}

journey('missed questions come back by choice, by keyboard, and change no grade', async ({ visitor }) => {
  const lesson = await addQuizLesson('What is kept')
  const page = await visitor()
  await becomeProvenMember(page, site)
  const id = await gradeOneOfFour(page, lesson)
  await open(page, courses(`/quiz/${id}`))
  await tabAndPress(page, page.getByRole('link', { name: 'Let the questions you missed come back' }))
  await page.getByRole('heading', { level: 1, name: 'Keep it' }).waitFor()
  // Nothing is asked before it is chosen.
  expect(await page.getByRole('radio').count()).toBe(0)
  await expectAccessible(page)
  await tabAndPress(page, page.getByRole('button', { name: 'Let missed questions come back' }))
  const kept = page.getByRole('region', { name: 'What you keep' })
  await kept.getByText('3 questions due now').waitFor()
  await kept.getByText('0 questions being learned').waitFor()
  await expectAccessible(page)

  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await tabAndPress(page, page.getByRole('button', { name: 'Check my answer' }))
  await page.getByText(/^This question comes back on /).waitFor()
  await page.getByText('Correct answer', { exact: true }).waitFor()
  await kept.getByText('2 questions due now').waitFor()
  await kept.getByText('1 question being learned').waitFor()
  await expectAccessible(page)
  await tabAndPress(page, page.getByRole('link', { name: 'Next question' }))
  await page.getByRole('button', { name: 'Check my answer' }).waitFor()

  // The grade is what it was, on its page and on the card.
  const learning = page.getByRole('navigation', { name: 'Your learning' })
  await tabAndPress(page, learning.getByRole('link', { name: 'Quizzes' }))
  await page.getByText('Graded: 1 of 4').waitFor()
  await learning.getByRole('link', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Stop these reviews' }).click()
  await page.getByRole('button', { name: 'Let missed questions come back' }).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
})

journey(
  'the review and a learner’s own pages fit a phone, in the dark, and work without script',
  async ({ visitor }) => {
    const lesson = await addQuizLesson('On a phone')
    const page = await visitor({ viewport: phone, colorScheme: 'dark' })
    await becomeProvenMember(page, site)
    await gradeOneOfFour(page, lesson)
    for (const [path, heading] of [
      ['/review', 'Keep it'],
      ['/quizzes', 'Your quizzes'],
      ['/progress', 'My progress'],
    ] as const) {
      await open(page, courses(path))
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    const plain = await visitor({ viewport: phone, javaScriptEnabled: false })
    await plain.context().addCookies(await page.context().cookies())
    await plain.goto(courses('/review'))
    await plain.getByRole('button', { name: 'Let missed questions come back' }).click()
    await plain.getByRole('radio').first().check()
    await plain.getByRole('button', { name: 'Check my answer' }).click()
    await plain.getByText(/^This question comes back on /).waitFor()
  },
)
