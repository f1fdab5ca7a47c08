import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { open } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { addQuizLesson } from '../quiz-course.ts'
import { openScreenReader } from '../screen-reader.ts'

/**
 * What a screen reader speaks on a lesson's page and through a whole quiz, line by line, is kept beside this file. Where
 * it changes on purpose: read the new lines as somebody who sees nothing, then run the journey with `UPDATE_SPOKEN=1`.
 */

const site = inject('coursesUrl')

async function expectSpoken(name: string, parts: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const file = join(import.meta.dirname, `${name}.spoken.txt`)
  const text = Object.entries(parts)
    .map(([title, spoken]) => `# ${title}\n\n${spoken.join('\n')}\n`)
    .join('\n')
    .replaceAll(/visitor-\w+@example\.com/g, '{email}')
  if (process.env.UPDATE_SPOKEN) await writeFile(file, text)
  expect(text, `${name}.spoken.txt; UPDATE_SPOKEN=1 writes it anew`).toBe(await readFile(file, 'utf8'))
}

journey('a lesson’s page is spoken as its golden file says', async ({ visitor }) => {
  const page = await visitor({ bypassCSP: true })
  await becomeProvenMember(page, site)
  await open(page, courses('/course/crs_introduction/lesson/3'))
  await page.getByText('Choose a line to hear it.').waitFor()
  // The notes and the search come a moment after the page.
  await page.getByRole('heading', { name: 'My notes' }).waitFor()
  const reader = await openScreenReader(page)
  await expectSpoken('lesson', { 'The page of a lesson': await reader.readOn() })
})

journey('a whole quiz is spoken as its golden file says', async ({ visitor }) => {
  const { lessonId } = await addQuizLesson('Spoken')
  const page = await visitor({ bypassCSP: true })
  await becomeProvenMember(page, site)
  const headers = { origin: site }
  const started = await page.request.post(courses('/api/quiz-attempts'), { data: { lessonId }, headers })
  const { id } = await started.json()
  await open(page, courses(`/quiz/${id}`))
  await page.locator('fieldset:not(:disabled)').first().waitFor()
  const reader = await openScreenReader(page, 'main')
  const parts: Record<string, readonly string[]> = {}
  for (const position of [1, 2, 3, 4]) {
    parts[`To the first option of question ${position}`] = await reader.readTo(/^radio, A /)
    parts[`Chosen in question ${position}`] = await reader.act(/All answers are saved/)
    // The reader goes by the attribute, which a click does not change; the browser tells of the state.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(position)
  }
  parts['To the button that grades'] = await reader.readTo(/^button, Grade this quiz/)
  // The grade takes the focus; its text is read next.
  parts.Graded = await reader.act(/^paragraph$/)
  parts['The review'] = await reader.readOn()
  await expectSpoken('quiz', parts)
})
