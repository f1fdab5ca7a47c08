import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone, stayHere } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { journey } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import {
  countOtherThan,
  expectCount,
  openFirstLead,
  openSearch,
  patience,
  pressOrder,
} from '../search-screen.ts'

journey(
  'a lead gets a status and a note by the keyboard; the search filters by it, and a file has both beside the lead',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 409/] })
    await becomeProvenMember(page)
    await openSearch(page, { dslFilter: 'state:ND' })
    const name = await openFirstLead(page)
    const said = page.getByRole('region', { name: 'Your status and note' })
    await said.getByLabel('Status').selectOption('contacted')
    await said.getByRole('textbox', { name: 'Note' }).fill('Call again in May')
    await said.getByRole('button', { name: 'Save' }).press('Enter')
    await said.getByText('It is saved.').waitFor(patience)
    await said.getByText(/^Last changed by /).waitFor()
    await expectAccessible(page)
    await takePicture(said, 'note-1280')
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'note-360')
    await page.setViewportSize({ width: 1280, height: 800 })

    // A colleague's change is shown before it is written over.
    const other = await page.context().newPage()
    await open(other, page.url())
    const theirs = other.getByRole('region', { name: 'Your status and note' })
    await theirs.getByLabel('Status').selectOption('interested')
    await theirs.getByRole('textbox', { name: 'Note' }).fill('Call in June ')
    await theirs.getByRole('button', { name: 'Save' }).press('Enter')
    await theirs.getByText('It is saved.').waitFor(patience)
    const box = theirs.getByRole('textbox', { name: 'Note' })
    await expect.poll(() => box.inputValue(), patience).toBe('Call in June')
    await other.close()
    await said.getByRole('textbox', { name: 'Note' }).fill('Call again in July')
    await said.getByRole('button', { name: 'Save' }).press('Enter')
    await said.getByText('It says now: Interested. Call in June').waitFor(patience)
    await expectAccessible(page)
    await takePicture(said, 'note-meanwhile-1280')
    const revision = said.locator('input[name=revision]')
    const seen = await revision.inputValue()
    await said.getByRole('textbox', { name: 'Note' }).fill('Call again in May')
    await said.getByRole('button', { name: 'Save' }).press('Enter')
    await said.getByText('It is saved.').waitFor(patience)
    expect(await said.getByLabel('Status').inputValue()).toBe('contacted')

    // What is typed and not saved is not left unasked.
    await expect.poll(async () => Number(await revision.inputValue()), patience).toBeGreaterThan(Number(seen))
    const back = page.getByRole('link', { name: 'Back to the search' })
    await said.getByRole('textbox', { name: 'Note' }).fill('Not saved')
    await back.press('Enter')
    await stayHere(page)
    await said.getByRole('textbox', { name: 'Note' }).fill('Call again in May')
    await back.press('Enter')
    await page.getByRole('combobox', { name: 'Your status' }).selectOption('contacted')
    await expectCount(page, 1)
    await page.getByRole('button', { name: /leadstatus:contacted/ }).waitFor()
    await page.getByRole('combobox', { name: 'Your status' }).selectOption('customer')
    await expectCount(page, 0)
    // Of the company's statuses, one is counted: its bar filters, and the row says and changes it.
    const bar = (status: RegExp) =>
      page.getByRole('list', { name: 'Your status' }).getByRole('button', { name: status })
    await bar(/^Customer/).press('Enter')
    expect(await countOtherThan(page, 0)).toBeGreaterThan(1)
    await bar(/^Contacted\s*1$/).press('Enter')
    await expectCount(page, 1)
    const inRow = page.getByRole('combobox', { name: `Status of ${name}` })
    await inRow.selectOption('customer')
    await page.getByText(`${name}: Customer. It stays in this list until you search again.`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText(`${name}: Contacted. It stays in this list until you search again.`).waitFor()
    expect(await inRow.inputValue()).toBe('contacted')
    await page.getByRole('combobox', { name: 'Your status' }).selectOption('with')
    await page.waitForURL((url) => !url.search.includes('contacted'))
    await expectCount(page, 1)
    await expectAccessible(page)
    await takePicture(page, 'status-filter-1280')

    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByRole('checkbox', { name: 'With our status and note of each lead' }).press('Space')
    await pressOrder(dialog, 'Download for 1 lead')
    const file = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await file.waitFor(patience)
    const { header, rows } = await fetchCsv(page, async () => await file.click())
    expect(header.slice(-2)).toEqual(['Lead status', 'Lead note'])
    expect(rows.map((row) => [row[0], ...row.slice(-2)])).toEqual([[name, 'Contacted', 'Call again in May']])
  },
)
