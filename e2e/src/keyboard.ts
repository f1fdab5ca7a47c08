import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any page has. */
const most = 250

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement)

/** The focus is visible: on buttons and links by an outline, on boxes by their border. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { what: 'nothing', isVisible: false }
    const box = element.getBoundingClientRect()
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    const isBox = element.matches('input, select, textarea')
    return {
      what: element.outerHTML.slice(0, 200),
      isVisible: element.matches(':focus-visible') && (isBox || (isOutlined && box.width > 0)),
    }
  })
  expect(focus.isVisible, `The focus cannot be seen on ${focus.what}`).toBe(true)
}

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A radio of a segmented control is drawn by its label.
  await target.waitFor({ state: 'attached' })
  for (let stop = 0; stop < most; stop++) {
    if (await isFocused(target)) return await expectVisibleFocus(page)
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not come to ${target}`)
}

/** Goes there by Tab and presses Enter. */
export async function tabAndPress(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to a box by Tab and types over what is in it. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/**
 * Chooses in the native list that has the focus, by its first letter and the arrows: a browser forgets letters that
 * were typed when a second has passed since the last one.
 */
export async function choose(list: Locator, wanted: string): Promise<void> {
  const { keyboard } = list.page()
  const chosen = async () => await list.evaluate((it) => (it as HTMLSelectElement).selectedOptions[0]?.text)
  if ((await chosen()) === wanted) return
  const options = await list.evaluate((it) => (it as HTMLSelectElement).options.length)
  await keyboard.press(wanted.charAt(0))
  for (let step = 0; step < options; step++) {
    if ((await chosen()) === wanted) return
    await keyboard.press('ArrowDown')
  }
  throw new Error(`The arrows do not come to ${wanted}`)
}

/** Presses Enter on what can be pressed: a button that is disabled is waited for, as Playwright does for a click. */
export async function pressEnter(target: Locator): Promise<void> {
  await target.click({ trial: true })
  await target.press('Enter')
}
