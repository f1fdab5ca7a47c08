import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

/** A Chromium without a sandbox (it may run as root), with software WebGL for the map and no calls home. */
export async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  return await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  })
}

/** A visitor of their own: fresh cookies, and a page that notes every script error and refused resource. */
export async function visit(
  browser: Browser,
  viewport = desktop,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport, acceptDownloads: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { context, page, errors }
}

/** WCAG 2.2 AA by axe: no violation at all. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    (v) => `${v.id}: ${v.help}\n  ${v.nodes.map((node) => node.html).join('\n  ')}`,
  )
  expect(found, `on ${page.url()}`).toEqual([])
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scroll on ${page.url()}`).toBeLessThanOrEqual(0)
}
