import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Reader = {
  start(options: { container: Node }): Promise<void>
  next(): Promise<void>
  act(): Promise<void>
  press(key: string): Promise<void>
  itemText(): Promise<string>
  lastSpokenPhrase(): Promise<string>
  spokenPhraseLog(): Promise<string[]>
  clearSpokenPhraseLog(): Promise<void>
}

declare global {
  interface Window {
    screenReader: Reader
  }
}

const source = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')

/** More stops than any page has. */
const most = 600

export type ScreenReader = {
  /** Reads on from where it is to the end of the document. Gives what was spoken. */
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
export async function openScreenReader(page: Page, container = 'body'): Promise<ScreenReader> {
  await page.evaluate(
    async ([script, selector]) => {
      const address = URL.createObjectURL(new Blob([script ?? ''], { type: 'text/javascript' }))
      const { virtual } = (await import(address)) as { virtual: Reader }
      const root = document.querySelector(selector ?? 'body')
      if (!root) throw new Error(`The page has no ${selector}`)
      await virtual.start({ container: root })
      window.screenReader = virtual
    },
    [await readFile(source, 'utf8'), container],
  )
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
        return spoken
      },
      { pattern: end.source, stops: most },
    )
  return {
    readOn: async () => await read(/^end of document$/),
    readTo: async (phrase) => await read(phrase),
    async act(until) {
      await page.evaluate(async () => await window.screenReader.act())
      await page.waitForFunction(
        async (pattern) =>
          (await window.screenReader.spokenPhraseLog()).some((phrase) => new RegExp(pattern).test(phrase)),
        until.source,
      )
      return await page.evaluate(async () => {
        const spoken = await window.screenReader.spokenPhraseLog()
        await window.screenReader.clearSpokenPhraseLog()
        return spoken
      })
    },
  }
}
