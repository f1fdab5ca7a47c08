import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { open } from './browser.ts'
import { enter, type Person } from './people.ts'
import { patience } from './search-screen.ts'

/** The lesson's text in the editor. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Transcript', exact: true })

/** Its lines. */
export const linesOf = async (page: Page): Promise<string[]> =>
  (await field(page).locator('.cm-line').allInnerTexts()).map((line) => line.trim())

/** Until the server has every word. */
export const saved = async (page: Page): Promise<void> =>
  await page.getByText('Everything is saved.').waitFor({ timeout: patience.timeout })

/** Opens the editor of a lesson as this author. */
export async function openEditor(page: Page, lesson: string, author: Person): Promise<void> {
  await enter(page, author, inject('coursesUrl'))
  await open(page, `${lesson}/edit`)
  await field(page).waitFor()
}

/** Types at the end of a line, counted from 1. */
export async function typeAt(page: Page, line: number, text: string): Promise<void> {
  await field(page)
    .locator('.cm-line')
    .nth(line - 1)
    .click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** The browser says so of each call that fails. */
export const offline = [/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/]
export const conflicts = [/409/]
