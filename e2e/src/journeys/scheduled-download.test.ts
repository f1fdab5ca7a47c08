import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { readLetter } from '../mail-folder.ts'
import { becomeProvenMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, patience } from '../search-screen.ts'

journey(
  'a download repeats, waits above its ceiling, is ordered by hand, and is paused and ended, by the keyboard and on a phone',
  async ({ visitor }) => {
    const page = await visitor()
    const { email } = await becomeProvenMember(page)
    await openSearch(page, { dslFilter: 'city:"Bismarck, ND"', filter: 'employees:<3' })
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    const searchName = `Bismarck ${Date.now()}`
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill(searchName)
    await dialog.getByText('Repeat this download').press('Enter')
    await dialog.getByLabel('How often').selectOption('daily')
    const ceiling = dialog.getByRole('textbox', { name: 'At most, new leads each time' })
    await ceiling.fill('few')
    await dialog.getByText('Type a whole number.').waitFor()
    await ceiling.fill('1')
    await expectAccessible(page)
    await takePicture(page, 'repeat-1280')
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'repeat-360')
    await dialog.getByRole('button', { name: 'Repeat it' }).press('Enter')
    await dialog.getByText('It repeats now.').waitFor()
    await readLetter(
      email,
      ({ subject }) =>
        subject === `A scheduled download waits for you: ${searchName}` ? subject : undefined,
      'a question',
    )
    await dialog.getByRole('link', { name: 'See your scheduled downloads' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Scheduled downloads' }).waitFor()
    await page.getByText(/waits for you, \d+ new leads/).waitFor(patience)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'scheduled-360')

    await page.getByRole('button', { name: `Order it: ${searchName}` }).press('Enter')
    const asked = page.getByRole('dialog', { name: `Order it: ${searchName}` })
    await asked.getByText(/^It takes at most \d+ new leads\.$/).waitFor()
    await asked.getByRole('button', { name: 'Order it', exact: true }).press('Enter')
    await page.getByText('It is ordered: your file is being made.').waitFor()
    // A dialog closes after that, and gives the focus back: the next key would go there.
    await asked.waitFor({ state: 'hidden' })
    await page.getByText(/\d+ rows for \d+ new leads/).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await takePicture(page, 'scheduled-1280')

    await page.getByRole('button', { name: `Ceiling of ${searchName}` }).press('Enter')
    const change = page.getByRole('dialog', { name: `Ceiling of ${searchName}` })
    await change.getByRole('textbox', { name: 'Ceiling' }).fill('20')
    await change.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByText('The ceiling is saved.').waitFor()
    await change.waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: '20', exact: true }).waitFor()
    await page.getByRole('button', { name: `Pause ${searchName}` }).press('Enter')
    await page.getByRole('cell', { name: 'Paused' }).waitFor()
    // It says so before the page has read the list anew; the next button answers all the same.
    const read = Promise.withResolvers<void>()
    await page.route('**/search/scheduled.data*', async (route) => {
      if (route.request().method() === 'GET') await read.promise
      await route.continue()
    })
    await page.getByRole('button', { name: `Go on with ${searchName}` }).press('Enter')
    await page.getByText('It goes on.').waitFor()
    await page.getByRole('button', { name: `Delete ${searchName}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    read.resolve()
    await page.getByText('No download repeats.').waitFor()

    await open(page, leads('/search'))
    await page.getByRole('link', { name: `Fetch again: ${searchName}` }).waitFor(patience)
    expect(await page.getByText(searchName).count()).toBeGreaterThan(0)
  },
)
