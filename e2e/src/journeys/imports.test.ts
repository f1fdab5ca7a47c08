import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { csvRows } from '../delivered-file.ts'
import { journey, leads } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'
import { expectCount, patience } from '../search-screen.ts'

const header =
  'id,name,brewery_type,address_1,address_2,address_3,city,state_province,postal_code,country,phone,website_url,longitude,latitude'
const towns = [
  ['Portland', 'Oregon', '97209-1234', -122.68, 45.53],
  ['Portland', 'Maine', '04101-2345', -70.26, 43.66],
  ['Houston', 'Texas', '77001-0001', -95.37, 29.76],
] as const
const types = ['micro', 'brewpub', 'planning']

/** A lead file as one finds them: quoted commas, ZIP+4, states spelled out, blank parts, and one line cut short. */
function breweries(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [city, state, zip, lon, lat] = towns[i % towns.length] ?? towns[0]
    const street = i % 5 === 0 ? `"${i} Main St, Suite ${i}"` : `${i} Main St`
    const type = types[i % types.length]
    return `${randomUUID()},Brewery ${i},${type},${street},,,${city},${state},${zip},United States,503555${String(i).padStart(4, '0')},http://brewery${i}.example,${lon},${lat}`
  })
  return [header, ...lines, `${randomUUID()},Cut short,micro`, ''].join('\n')
}

/** Drops a file where the page asks for one. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const target = page.getByText('Drop a file here', { exact: true })
  await target.waitFor()
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  await target.dispatchEvent('drop', { dataTransfer })
}

const stat = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

journey(
  'a super admin drops a lead file, corrects what was proposed, and searches what was stored',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'))
    await open(page, leads('/admin/imports'))
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    await expectAccessible(page)
    await drop(page, 'craft breweries.csv', breweries(300))

    await page.getByRole('heading', { name: 'What we see in craft breweries.csv' }).waitFor()
    const kind = (column: string) => page.getByRole('combobox', { name: `Kind of ${column}`, exact: true })
    expect(await kind('id').inputValue()).toBe('id')
    expect(await kind('state_province').inputValue()).toBe('state')
    expect(await kind('postal_code').inputValue()).toBe('zip')
    expect(await kind('phone').inputValue()).toBe('phone')
    expect(await kind('longitude').inputValue()).toBe('lon')
    await page.getByRole('cell', { name: /Brewery 0 · Brewery 1/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Label of brewery_type' }).fill('Kind of brewery')
    await kind('brewery_type').selectOption('category')
    await page.getByRole('checkbox', { name: 'Counts of brewery_type' }).check()
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill('breweries')
    await page.getByRole('button', { name: 'Start import' }).click()

    await page.getByText('Import done', { exact: true }).waitFor()
    expect(await stat(page, 'Stored').textContent()).toBe('300')
    expect(await stat(page, 'Rejected').textContent()).toBe('1')
    await page.getByRole('table').getByRole('link', { name: 'breweries', exact: true }).first().waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Search it' }).click()
    await expectCount(page, 300)
    await page.getByRole('heading', { level: 2, name: 'Kind of brewery' }).waitFor()
    const query = page.getByRole('combobox', { name: 'Query' })
    await query.fill('city:"Portland, ME"')
    await query.press('Enter')
    await expectCount(page, 100)
    await expect.poll(() => page.getByRole('cell', { name: /^04101/ }).count(), patience).toBeGreaterThan(0)
    await expectAccessible(page)

    // A file of something else takes the place of a dataset only if that is meant.
    await open(page, leads('/admin/imports'))
    const mines = Array.from({ length: 40 }, (_, i) => `Mine ${i},Mineral ${i % 3},${100 + i},NV\n`).join('')
    await drop(page, 'mines.csv', `Mine,Mineral,Depth,State\n${mines}`)
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill('breweries')
    const meant = page.getByRole('checkbox', { name: /^Most of its columns are gone/ })
    await meant.waitFor()
    await page.getByRole('button', { name: 'Start import' }).click()
    await expect.poll(() => meant.evaluate((it) => it === document.activeElement), patience).toBe(true)
    await expectAccessible(page)
    await meant.check()
    await page.getByRole('button', { name: 'Start import' }).click()
    await page.getByText('Import done', { exact: true }).waitFor()
    expect(await stat(page, 'Stored').textContent()).toBe('40')
  },
)

const real = process.env.REAL_DATA ? join(process.env.REAL_DATA, 'leads', 'open_brewery_db.csv') : ''
const note = existsSync(real) ? '' : ' (skipped: REAL_DATA names no folder with leads/open_brewery_db.csv)'

journey.skipIf(note !== '')(`a real lead file is imported whole, in the page${note}`, async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('super_admin'))
  await open(page, leads('/admin/imports'))
  await page.getByLabel('Drop a file here').setInputFiles(real)
  await page.getByRole('heading', { name: `What we see in ${basename(real)}` }).waitFor()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('Import done', { exact: true }).waitFor()
  const rows = csvRows(await readFile(real, 'utf8')).length - 1
  const figure = async (name: string) => Number((await stat(page, name).textContent())?.replaceAll(',', ''))
  expect((await figure('Stored')) + (await figure('Rejected'))).toBe(rows)
  const stored = await figure('Stored')
  await page.getByRole('link', { name: 'Search it' }).click()
  await expectCount(page, stored)
})

journey('nobody but a super admin finds the import page', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 404/] })
  await enter(page, sampleLogin('owner'))
  for (const path of ['/admin/imports', '/admin/mail']) {
    await open(page, leads(path))
    await page.getByRole('heading', { name: "Uh oh, there's nothing here :(" }).waitFor()
  }
})
