import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ContextOptions, Contexts } from './contexts.ts'

const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

export const browserArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Only the map needs WebGL. Pages drawn by it as well cost two thirds more processor time.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
]

/** A Chromium without a sandbox (it may run as root), with software WebGL for the map and no calls home. */
export async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  return await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: browserArguments,
  })
}

export type VisitOptions = ContextOptions & {
  /** Console errors that the journey expects, such as the status of a page that does not exist. */
  expected?: readonly RegExp[]
  /** Nothing of the sites is in the browser's cache, as for whoever comes for the first time. */
  emptyCache?: boolean
}

export type Visitor = { page: Page; problems: string[]; leave(options: { keep: boolean }): Promise<void> }

/** A new visitor: no cookies, nothing stored, and a record of every script error, dialog and refused resource. */
export async function visit(contexts: Contexts, options: VisitOptions = {}): Promise<Visitor> {
  const { expected = [], emptyCache = false, ...rest } = options
  const { context, leave } = await contexts.open({ viewport: desktop, ...rest }, emptyCache)
  const problems: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  const watch = (page: Page) => {
    page.on('pageerror', (error) => note(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
    })
    page.on('dialog', (dialog) => {
      note(`A dialog opened: ${dialog.message()}`)
      void dialog.dismiss()
    })
  }
  context.on('page', watch)
  const page = await context.newPage()
  return {
    page,
    problems,
    async leave(how) {
      await leave(how)
      context.off('page', watch)
    },
  }
}

/** Goes to an address and waits until the page's script has taken over. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await hydrated(page)
}

type ReactRoot = {
  readonly stateNode: { readonly current: { readonly memoizedState?: { isDehydrated?: boolean } } }
}

/** Until then a form works as plain HTML, without its live feedback. React says nowhere else that it has taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? []
    return (root as ReactRoot | undefined)?.stateNode.current.memoizedState?.isDehydrated === false
  })
}

/**
 * Waits until no transition runs and no answer is pending: half-faded dialogs and dimmed old results have half the
 * contrast.
 */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-pending]') === null)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
}

declare global {
  var axe: typeof import('axe-core') | undefined
}

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeRules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

async function loadAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate(() => globalThis.axe !== undefined)
  if (!isThere) await frame.evaluate(axeSource)
}

/**
 * What axe finds in a page and its frames. `@axe-core/playwright` takes more than twice as long: it loads axe twice for
 * each look at a page, and brings back what passed too.
 */
export async function findViolations(page: Page): Promise<string[]> {
  await Promise.all(page.frames().map(loadAxe))
  return await page.evaluate(async (rules) => {
    if (!globalThis.axe) throw new Error('axe is not loaded')
    const { violations } = await globalThis.axe.run(document, rules)
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n  ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n  ')}`,
    )
  }, axeRules)
}

/** WCAG 2.2 AA by axe: no violation at all. */
export async function expectAccessible(page: Page): Promise<void> {
  await atRest(page)
  expect(await findViolations(page), `on ${page.url()}`).toEqual([])
}

/** The visitor prefers light or dark from now on, and the page shows it. */
export async function prefer(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset.mantineColorScheme === wanted,
    colorScheme,
  )
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { overflow, beyond } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const elements = scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')] : []
    return {
      overflow: scrollWidth - clientWidth,
      beyond: elements
        .filter((element) => element.getBoundingClientRect().right > clientWidth)
        .map((element) => element.outerHTML.slice(0, 150)),
    }
  })
  expect(overflow, `sideways scroll on ${page.url()}: ${beyond.join('\n')}`).toBeLessThanOrEqual(0)
}

/** Whether all of it is on the screen, from its top to its bottom. */
export const isInView = async (element: Locator): Promise<boolean> =>
  await element.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

const looks = [
  [desktop, 'light'],
  [desktop, 'dark'],
  [phone, 'dark'],
  [phone, 'light'],
] as const

/** The page fits and is accessible on a desktop and on a phone, light and dark. */
export async function expectEveryLook(page: Page): Promise<void> {
  for (const [viewport, colorScheme] of looks) {
    await page.setViewportSize(viewport)
    await prefer(page, colorScheme)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

/** The page asks whether it is to be left with something unsaved, and it is not. */
export async function stayHere(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Leave this page?' })
  await asked.getByRole('button', { name: 'Stay here' }).last().press('Enter')
  await asked.waitFor({ state: 'hidden' })
}
