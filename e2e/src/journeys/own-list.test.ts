import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { readCount } from '../search-screen.ts'

const headers = { origin: new URL(leads('/')).origin }

/** Names and ZIPs of some companies in Wyoming. */
async function someCompanies(page: Page): Promise<string[][]> {
  const answer = await page.request.post(leads('/api/search/businesses'), {
    data: { dslFilter: 'state:WY', limit: 3 },
    headers,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { rows } = (await answer.json()) as { rows: { cells: Record<string, string> }[] }
  return rows.map(({ cells }) => [cells.company ?? cells.name ?? '', cells.zip ?? ''])
}

journey(
  'a list is brought, matched, bought and filled in; the others are searched; then it is deleted, by the keyboard',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeProvenMember(page)
    const companies = await someCompanies(page)
    expect(companies).toHaveLength(3)
    const lines = [...companies, ['Nobody & Sons', '99950']].map(
      ([company, zip], i) => `"${company}",${zip},note ${i}`,
    )
    const name = `Customers ${Date.now()}`

    await open(page, leads('/search'))
    await page.getByRole('link', { name: 'Your own lists' }).press('Enter')
    await page.getByRole('heading', { name: 'Your own lists', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Read the list' }).press('Enter')
    await page.getByText('Please name your list.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Read the list' }).press('Enter')
    await page.getByText('Please choose a file.').waitFor()
    await expectAccessible(page)
    await page.locator('input[type=file]').setInputFiles({
      name: 'customers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Company,ZIP,Note\n${lines.join('\n')}\n`),
    })
    await page.getByRole('button', { name: 'Read the list' }).press('Enter')

    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await expect
      .poll(async () => await page.getByRole('combobox', { name: 'What Company holds' }).inputValue())
      .toBe('name')
    expect(await page.getByRole('combobox', { name: 'What ZIP holds' }).inputValue()).toBe('zip')
    expect(await page.getByRole('combobox', { name: 'What Note holds' }).inputValue()).toBe('')
    await page.getByRole('combobox', { name: 'Dataset' }).selectOption('businesses')
    await page.getByRole('button', { name: 'Compare with the dataset' }).press('Enter')
    await page.getByRole('heading', { name: 'What is there' }).waitFor()
    const stat = (label: string) =>
      page
        .locator('dt', { hasText: new RegExp(`^${label}$`) })
        .locator('..')
        .locator('dd')
        .first()
    expect(await stat('Matched').textContent()).toBe('3')
    expect(await stat('Not matched').textContent()).toBe('1')
    await page.getByText('Name and ZIP: 3 rows').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 900 })

    const buy = page.getByRole('region', { name: 'Quote' }).getByRole('button').last()
    await expect.poll(async () => await buy.isEnabled()).toBe(true)
    await buy.press('Enter')
    const link = page.getByRole('link', { name: 'Your rows with these columns (CSV)' })
    await link.waitFor({ timeout: 60_000 })
    const [fetched] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
    const text = await readFile(await fetched.path(), 'utf8')
    const [mark, ...letters] = text
    expect(mark).toBe('\ufeff')
    const rows = letters.join('').split('\r\n')
    expect(rows[0]).toMatch(/^"Company","ZIP","Note","Matched by"/)
    for (const [i, [company]] of companies.entries())
      expect(rows[i + 1]).toMatch(
        new RegExp(`^"${company?.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}","\\d{5}","note ${i}","name_zip",`),
      )
    expect(rows[4]).toMatch(/^"Nobody & Sons","99950","note 3",,+$/)

    await page.getByRole('link', { name: 'Search among the others' }).press('Enter')
    await page.waitForURL(/_search\/businesses/)
    expect(await readCount(page)).toBeGreaterThan(1000)
    await page
      .getByText(/-list:@lst_/)
      .first()
      .waitFor()

    await page.setViewportSize(phone)
    await open(page, leads('/search/lists'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
    await page.getByText('Delete this list and all its rows?').waitFor()
    await page.getByRole('button', { name: 'Yes, delete it' }).press('Enter')
    await page.getByText(`“${name}” is deleted`).waitFor()
    await expectAccessible(page)
  },
)
