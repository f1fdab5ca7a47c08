import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { virtual } from '@guidepup/virtual-screen-reader'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from './search-screen.ts'

declare global {
  interface Window {
    screenReader: typeof virtual
    screenReaderAddress: string
  }
}

const source = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')

/** More stops than any page has. */
const most = 600

export type ScreenReader = {
  /** Reads on from where it is to the end. Gives what was spoken. */
  readOn(): Promise<string[]>
  /** Reads on to what is spoken as this. @throws Error where it does not come */
  readTo(phrase: RegExp): Promise<string[]>
  /** Presses what it stands at. Gives what is spoken from then on, once this phrase is among it. */
  act(until: RegExp): Promise<string[]>
}

/**
 * A screen reader inside of the page: it speaks what the accessibility tree of the real page says. The page has to be
 * one whose context leaves the content security policy out (`bypassCSP`), as the reader is a script of its own.
 */
export async function openScreenReader(
  page: Page,
  container: 'body' | 'main' = 'body',
): Promise<ScreenReader> {
  const script = await readFile(source, 'utf8')
  await page.evaluate((text) => {
    window.screenReaderAddress = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  }, script)
  // As a text: Vitest would put a loader of its own in the place of the import.
  await page.evaluate(
    'import(window.screenReaderAddress).then(({ virtual }) => { window.screenReader = virtual })',
  )
  await page.evaluate(async (selector) => {
    const root = document.querySelector(selector)
    if (!root) throw new Error(`The page has no ${selector}`)
    await window.screenReader.start({ container: root })
  }, container)
  const read = async (end: RegExp): Promise<string[]> =>
    await page.evaluate(
      async ({ pattern, stops }) => {
        const reader = window.screenReader
        const isEnd = (phrase: string) => new RegExp(pattern).test(phrase)
        for (let stop = 0; stop < stops && !isEnd(await reader.lastSpokenPhrase()); stop++)
          await reader.next()
        const spoken = await reader.spokenPhraseLog()
        await reader.clearSpokenPhraseLog()
        if (!spoken.some(isEnd)) throw new Error(`Not spoken: ${pattern}. Spoken: ${spoken.join(' | ')}`)
        // What stands there for browsers without script is a text to this reader, and to no other.
        return spoken.filter((phrase) => !phrase.startsWith('<'))
      },
      { pattern: end.source, stops: most },
    )
  return {
    readOn: async () => await read(container === 'main' ? /^end of main$/ : /^end of document$/),
    readTo: async (phrase) => await read(phrase),
    async act(until) {
      await page.evaluate(async () => await window.screenReader.act())
      const spoken = () => page.evaluate(async () => await window.screenReader.spokenPhraseLog())
      const isSpoken = async () => (await spoken()).some((phrase) => until.test(phrase))
      await expect.poll(isSpoken, { ...patience, message: `${until}` }).toBe(true)
      const all = await spoken()
      await page.evaluate(async () => await window.screenReader.clearSpokenPhraseLog())
      // A live region that is emptied is spoken by this reader alone.
      return all.filter((phrase) => phrase.trim() !== 'polite:')
    },
  }
}
