import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { conflicts, field, offline, openEditor, saved } from '../editor-screen.ts'
import { journey } from '../journey.ts'
import { sampleLogin } from '../people.ts'
import { isDecided, numbersOf, settleConflict } from '../two-writers.ts'
import { addDraftLesson } from '../written-lesson.ts'

/**
 * Two people type into one lesson, in two browsers, with a network that comes and goes: each word that was typed ends in
 * the text, or was shown to its author beside the other's. The keystrokes are made from a seed, so that a failure can be
 * repeated.
 */

const seed = 20261122
const steps = 14

const paragraphs = 6
const start = `${Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at + 1} of the lesson.`).join('\n\n')}\n`

type Writer = { readonly name: string; readonly page: Page; readonly typed: string[]; isOffline: boolean }

journey(
  'two people’s keystrokes over a broken network end in the text or in a conflict that was shown',
  async ({ visitor }) => {
    const random = numbersOf(seed)
    const below = (n: number) => Math.floor(random() * n)
    const author = sampleLogin('author')
    const lesson = await addDraftLesson(author, start)
    const writers: Writer[] = []
    for (const name of ['amber', 'birch']) {
      const page = await visitor({
        emptyCache: true,
        expected: [...offline, ...conflicts, /status of 5\d\d/],
      })
      await openEditor(page, lesson, author)
      writers.push({ name, page, typed: [], isOffline: false })
    }
    /** Everything that an open conflict showed. */
    const shown: string[] = []
    const settle = async ({ page }: Writer) => {
      const asked = await settleConflict(page)
      if (asked) shown.push(asked.theirs, asked.yours)
    }
    let words = 0
    const type = async (writer: Writer) => {
      const { page, name, typed } = writer
      await settle(writer)
      const lines = field(page).locator('.cm-line')
      const count = await lines.count()
      // A conflict may open between two keys: then this writer goes on with the next step.
      const line = lines.nth(Math.min(count - 1, 2 * below(paragraphs)))
      const isOpen = await line.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
      if (!isOpen) return
      await page.keyboard.press(random() < 0.7 ? 'End' : 'Home')
      words += 1
      const word = `${name}${words}`
      await page.keyboard.type(random() < 0.5 ? ` ${word}x` : `${word}x `)
      if (random() < 0.3) await page.keyboard.press('Enter')
      // A slip that is taken back leaves the rest.
      else if (random() < 0.4) {
        await page.keyboard.type('z')
        await page.keyboard.press('Backspace')
      }
      // What was typed into the question that just opened is in no text.
      const content = await page.locator('.cm-content[aria-label="Transcript"]').textContent()
      if (content?.includes(`${word}x`)) typed.push(`${word}x`)
    }
    const toggle = async (writer: Writer) => {
      writer.isOffline = !writer.isOffline
      await writer.page.context().setOffline(writer.isOffline)
    }

    for (let step = 0; step < steps; step += 1)
      for (const writer of writers) {
        if (random() < 0.3) await toggle(writer)
        await type(writer)
        // Sometimes the autosave comes between two words, most often it does not.
        if (!writer.isOffline && random() < 0.4) await isDecided(writer.page)
      }
    for (const writer of writers) if (writer.isOffline) await toggle(writer)
    // Each is asked until nothing is open any more, in either window.
    for (let round = 0; round < 4; round += 1)
      for (const writer of writers) {
        await isDecided(writer.page)
        await settle(writer)
      }
    for (const { page } of writers) await saved(page)
    const read = await writers[0]?.page.request.get(
      lesson.replace('/course/', '/api/courses/').replace('/lesson/', '/lessons/'),
    )
    const text = String((await read?.json())?.data.transcript)
    const everything = [text, ...shown].join('\n')
    for (const { name, typed } of writers) {
      expect(typed.length, `${name} typed`).toBeGreaterThan(steps / 2)
      expect(
        typed.filter((word) => !everything.includes(word)),
        `${name}, seed ${seed}`,
      ).toEqual([])
    }
    // Not everything was a conflict: most of it was joined.
    const all = writers.flatMap(({ typed }) => typed)
    expect(all.filter((word) => text.includes(word)).length).toBeGreaterThan(all.length / 2)
  },
)
