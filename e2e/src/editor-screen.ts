import type { Locator, Page } from 'playwright-core'
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

/**
 * Writes, sees the page say that it saves, and waits until it has. The save is held until then: its answer may come
 * before anybody looks.
 */
export async function seenSaving(page: Page, said: Locator, write: () => Promise<void>): Promise<void> {
  const isSeen = Promise.withResolvers<void>()
  const lessons = '**/api/lessons/*'
  await page.route(lessons, async (route) => {
    if (route.request().method() === 'PATCH') await isSeen.promise
    await route.continue()
  })
  await Promise.all([said.waitFor(), write()])
  isSeen.resolve()
  await saved(page)
  await page.unroute(lessons)
}

/** Puts the caret at the end of a line, counted from 1. */
export async function caretAtEnd(page: Page, line: number): Promise<void> {
  await field(page)
    .locator('.cm-line')
    .nth(line - 1)
    .click()
  await page.keyboard.press('End')
}

/** Types at the end of a line, counted from 1. */
export async function typeAt(page: Page, line: number, text: string): Promise<void> {
  await caretAtEnd(page, line)
  await page.keyboard.type(text)
}

/** The browser says so of each call that fails. */
export const offline = [/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/]
export const conflicts = [/409/]
