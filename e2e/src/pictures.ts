import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The smallest picture that there is, for forms that take one. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture for people to look at, in the folder that `PICTURES` names; nothing is taken without it. */
export async function takePicture(of: Page | Locator, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  const path = join(folder, `${name}.png`)
  await ('goto' in of ? of.screenshot({ path, fullPage: true }) : of.screenshot({ path }))
}
