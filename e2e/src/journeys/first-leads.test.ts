import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, newPerson, verifyByMail } from '../people.ts'
import { countOtherThan, drawArea, openSearch, patience, readCount } from '../search-screen.ts'

journey(
  'a visitor signs up, draws an area and downloads 25 leads in a file that matches the quote',
  async ({ visitor }) => {
    const page = await visitor({ map: true })
    const { email, password } = newPerson()
    await open(page, leads('/'))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Start with 25 free leads' }).click()

    const create = page.getByRole('button', { name: 'Create account' })
    await expect.poll(() => create.isDisabled(), patience).toBe(true)
    const emailBox = page.getByRole('textbox', { name: 'Email' })
    await emailBox.fill('somebody')
    await page.getByText("Uh oh, that doesn't look like an email address.", { exact: true }).waitFor()
    await emailBox.fill(email)
    await page.getByText('Email looks good :)', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(`${password}?`)
    await page.getByText("Uh oh, your passwords don't match", { exact: true }).waitFor()
    expect(await create.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByText('Perfect, those passwords match.', { exact: true }).waitFor()
    expect(await create.isEnabled()).toBe(true)
    await expectAccessible(page)
    await create.click()
    await page.getByRole('heading', { level: 1, name: 'Verify your account' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Later' }).click()
    await page.getByRole('heading', { level: 1, name: 'Choose your plan' }).waitFor()
    expect(await page.getByRole('radio', { name: /^Free/ }).isChecked()).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('heading', { level: 1, name: 'What are you looking for?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/search')
    await page.getByText('25 leads remaining').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Sample businesses/ }).click()
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    const all = await readCount(page)
    expect(all).toBe(200_000)

    await drawArea(page)
    const inArea = await countOtherThan(page, all)
    expect(inArea).toBeGreaterThan(25)
    expect(inArea).toBeLessThan(all)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByText('Your plan holds 25 leads in one file.').waitFor()

    // An order needs a proven address: the step for it leads back to the same search.
    await dialog.getByText('Please confirm your email address first.', { exact: true }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Confirm your email address' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verify your account' }).waitFor()
    expect(await page.getByText('By text message instead').count(), 'a number is no address').toBe(0)
    await verifyByMail(page, email)
    await page.getByRole('link', { name: 'Continue' }).click()
    expect(await countOtherThan(page, all)).toBe(inArea)
    await page.getByRole('button', { name: 'Download' }).click()
    await dialog.getByText('Your plan holds 25 leads in one file.').waitFor()
    expect(await dialog.getByText('Please confirm your email address first.').count()).toBe(0)
    expect(await dialog.getByRole('button', { name: /^Download/ }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'At most' }).fill('25')
    await dialog.getByRole('button', { name: 'Download for 25 leads' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Download for 25 leads' }).click()

    await dialog.getByText('Your file is ready.').waitFor()
    await dialog.getByText('25 rows').waitFor()
    const shown = await dialog.getByRole('code').textContent()
    const file = await fetchCsv(page, () => dialog.getByRole('link', { name: 'Fetch the file' }).click())
    expect(file.rows).toHaveLength(25)
    expect(file.sha256).toBe(shown)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('0 leads remaining', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'What are you looking for?' }).waitFor()
    // The buttons of a file stand below its facts, which take one line.
    expect((await page.getByText(/^25 rows/).boundingBox())?.height).toBeLessThan(30)
    const again = await fetchCsv(page, () => page.getByRole('link', { name: /^Fetch again/ }).click())
    expect(again).toEqual(file)
    await page.getByText('0 leads remaining', { exact: true }).waitFor()
    await expectAccessible(page)
  },
)

journey(
  'a search of fewer leads than the allowance is downloaded whole: rows equal the count',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeProvenMember(page)
    await openSearch(page, {
      filter: 'industry:"Fitness Centers" employees:>20',
      dslFilter: 'county:"Travis, TX"',
    })
    const count = await readCount(page)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(25)
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByRole('button', { name: `Download for ${count} leads` }).click()
    await dialog.getByText('Your file is ready.').waitFor()
    const file = await fetchCsv(page, () => dialog.getByRole('link', { name: 'Fetch the file' }).click())
    expect(file.rows).toHaveLength(count)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText(`${25 - count} leads remaining`, { exact: true }).waitFor()

    // What is owned costs nothing a second time, and its contacts are no longer covered.
    await page.getByRole('button', { name: 'Download' }).click()
    await dialog.getByRole('button', { name: 'Download, free' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    expect(await page.getByText('covered until owned').count()).toBe(0)
  },
)
