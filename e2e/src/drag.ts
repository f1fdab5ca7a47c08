import type { Locator, Page } from 'playwright-core'

/** Drags by a handle with the pointer, in steps as a hand does, and lets go over another item. */
export async function dragTo(page: Page, handle: Locator, target: Locator): Promise<void> {
  // A page behind another is drawn once a second, and each step waits until it is drawn.
  await page.bringToFront()
  await handle.scrollIntoViewIfNeeded()
  const from = await handle.boundingBox()
  const to = await target.boundingBox()
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to drag it')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // A hand begins slowly; the first steps start the drag.
  await page.mouse.move(x, y + 8, { steps: 4 })
  const isBelow = to.y > from.y
  // Past the other one: exactly above each other, neither is the nearer.
  const [toX, toY] = [to.x + to.width / 2, to.y + to.height / 2 + (isBelow ? 24 : -24)]
  await page.mouse.move(toX, toY, { steps: 16 })
  await page.mouse.move(toX, toY + (isBelow ? 4 : -4), { steps: 4 })
  await page.waitForFunction(() => document.querySelector('[data-dragged]') !== null)
  await page.mouse.up()
}
