import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeBusiness } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, patience } from '../search-screen.ts'

journey(
  'a file for Salesforce says by which rule cells are filled in, and comes as several files',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeBusiness(page, await visitor())
    await openSearch(page)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByLabel('Made for').selectOption('salesforce')
    await dialog.getByRole('note').getByText('It demands a Last Name and a Company').waitFor()
    expect(await dialog.getByLabel('Format').isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'At most' }).fill('250')
    const size = dialog.getByRole('textbox', { name: 'Rows in each file' })
    await size.fill('99')
    await dialog.getByText('Type a whole number from 100 to 1,000,000.').waitFor()
    const order = dialog.getByRole('button', { name: /^Download for \d+ leads$|^Download, free$/ })
    expect(await order.isDisabled()).toBe(true)
    await size.fill('100')
    await expect.poll(() => order.isEnabled(), patience).toBe(true)
    await expectAccessible(page)
    await takePicture(page, 'preset-1280')
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'preset-360')
    await order.press('Enter')
    const link = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await link.waitFor(patience)
    const list = dialog.getByText('A ZIP of 3 files')
    await list.press('Enter')
    const items = dialog.getByRole('listitem')
    expect(await items.allTextContents()).toEqual([
      expect.stringMatching(/-001\.csv 100 rows, /),
      expect.stringMatching(/-002\.csv 100 rows, /),
      expect.stringMatching(/-003\.csv 50 rows, /),
    ])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'preset-ready-360')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  },
)
