import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { importLeads } from '../freeor-command.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, patience, pressOrder } from '../search-screen.ts'

journey(
  'a business that stands in the data three times is paid once, and the price says so',
  async ({ visitor }) => {
    const dictId = 'twice'
    await importLeads(
      dictId,
      'ID,Company,Address,ZIP,Phone',
      '1,Acme Plumbing LLC,12 North Main St,77002,212-555-0101',
      '2,ACME PLUMBING,"12 N. Main Street, Suite 4",77002,(212) 555-0101',
      '3,Acme Plumbing Inc.,,77002,212.555.0101',
      '4,Bright Dental,7 Elm St,77002,212-555-0102',
    )
    const page = await visitor()
    await becomeProvenMember(page)
    await openSearch(page, {}, dictId)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    const free = dialog.getByText('Of a business you pay for once: free')
    await free.waitFor(patience)
    expect(await free.locator('xpath=following-sibling::dd').textContent()).toBe('2')
    await expectAccessible(page)
    await takePicture(page, 'same-business-1280')
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'same-business-360')
    await pressOrder(dialog, 'Download for 2 leads')
    await dialog.getByRole('link', { name: 'Fetch the file', exact: true }).waitFor(patience)

    await openSearch(page, { filter: 'company:"Acme Plumbing LLC"' }, dictId)
    await page
      .getByRole('table', { name: 'Leads' })
      .getByRole('link', { name: 'Acme Plumbing LLC' })
      .press('Enter')
    const same = page.getByRole('region', { name: 'The same business as' })
    await same.getByRole('link', { name: 'Acme Plumbing Inc.' }).waitFor(patience)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'same-lead-360')
    // What was said, and typed, of one lead does not stand in the form of the next.
    const said = page.getByRole('region', { name: 'Your status and note' })
    const [status, note] = [said.getByLabel('Status'), said.getByRole('textbox', { name: 'Note' })]
    await status.selectOption('customer')
    await note.fill('Of the first one')
    await said.getByRole('button', { name: 'Save' }).press('Enter')
    await said.getByText('It is saved.').waitFor(patience)
    await note.fill('Typed of the first one')
    await same.getByRole('link', { name: 'Acme Plumbing Inc.' }).press('Enter')
    await page.getByRole('button', { name: 'Leave' }).press('Enter')
    await page.getByRole('heading', { name: 'Acme Plumbing Inc.', level: 1 }).waitFor(patience)
    expect([await status.inputValue(), await note.inputValue()]).toEqual(['', ''])
    await open(page, leads(`/datasets/${dictId}`))
    await page.getByText('4 leads are 2 businesses').waitFor()
    await expectAccessible(page)
    await takePicture(page, 'quality-360')
  },
)
