import { expect } from 'vitest'
import { open } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { freeorWithFile } from '../freeor-command.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { expectCount, mapReady, openSearch } from '../search-screen.ts'

const rows = [...hostileTexts, ...hostileTexts.map((cell) => `${cell} again`)]

/** An import reads `&lt;` as the sign it stands for. */
const asRead = (cell: string) => cell.replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim()

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Imports a file whose every text is markup, by the command line while the server runs. */
async function importHostile(): Promise<void> {
  const image = quote('<img src=x onerror=alert(1)>')
  const head = ['company', image, 'website', 'type', 'zip', 'latitude', 'longitude'].join(',')
  // Each kind twice: a column whose values repeat is counted by value, in bars.
  const lines = rows.map((company, i) => {
    const cell = hostileTexts[i % hostileTexts.length] ?? ''
    const next = hostileTexts[(i + 1) % hostileTexts.length] ?? ''
    return [quote(company), quote(next), quote(cell), quote(cell), '77001', 29.76, -95.37].join(',')
  })
  const options = ['--dictionary', 'hostile', '--name', '<script>alert(1)</script>', '--json']
  await freeorWithFile('hostile.csv', [head, ...lines], (file) => ['import', file, ...options])
}

journey(
  'markup in data is text: in the table, the counts, suggestions, names and lists nothing runs',
  async ({ visitor }) => {
    await importHostile()
    // The last search is no query: the page says so when the answer has come.
    const page = await visitor({ map: true, expected: [/status of 422 .*\/api\/search\/hostile/] })
    await becomeProvenMember(page)
    await open(page, leads('/search'))
    await page.getByRole('link', { name: /^<script>alert\(1\)<\/script>/ }).click()
    await expectCount(page, rows.length)
    await mapReady(page)
    await page
      .getByRole('cell', { name: hostileTexts[0] ?? '', exact: true })
      .first()
      .waitFor()

    // The bars: their values, and a hostile heading above one list.
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Type: Show \d+ more/ }).click()
    const bars = page.getByRole('list', { name: 'Type', exact: true }).getByRole('button')
    const known = new Set(hostileTexts.map(asRead))
    const shown = await bars.locator('span:nth-child(2)').allTextContents()
    expect(shown.filter((value) => !known.has(value))).toEqual([])
    expect(shown.length).toBeGreaterThan(10)
    const script = '<script>alert(1)</script>'
    await bars.getByText(script, { exact: true }).click()
    await expectCount(page, 2 * hostileTexts.filter((cell) => asRead(cell) === script).length)
    await bars.and(page.locator('[aria-pressed="true"]')).getByText(script, { exact: true }).click()
    await expectCount(page, rows.length)

    const query = page.getByRole('combobox', { name: 'Query' })
    await page
      .getByRole('combobox', { name: 'Add a value of Company' })
      .pressSequentially('ink', { delay: 5 })
    await page
      .getByRole('option', { name: /^Ink <img/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Add a value of Company' }).fill('')
    await query.fill('company:~"<script>" zip:77001')
    await query.press('Enter')
    const found = rows.filter((cell) => asRead(cell).includes('<script>')).length
    await expectCount(page, found)

    const name = '"><img src=x onerror=alert(1)>'
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const save = page.getByRole('dialog', { name: 'Save this search' })
    await save.getByRole('textbox', { name: 'Name' }).fill(name)
    await save.getByRole('button', { name: 'Save search' }).click()
    await page.getByText(`Saved as “${name}”.`).waitFor()
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill(name)
    await dialog.getByRole('button', { name: `Download for ${found} leads` }).click()
    await dialog.getByText('Your file is ready.').waitFor()
    const file = await fetchCsv(page, () => dialog.getByRole('link', { name: 'Fetch the file' }).click())
    expect(file.rows).toHaveLength(found)
    expect(file.name).not.toMatch(/[<>"/\\]/)

    await open(page, leads('/search'))
    await page.getByRole('link', { name: `Fetch again: ${name}` }).waitFor()
    await page.getByRole('link', { name, exact: true }).click()
    await expectCount(page, found)
    await openSearch(page, { q: '<script>alert(1)</script>"><img src=x onerror=alert(1)>' }, 'hostile')
    await page.reload()
    await query.waitFor()
  },
)
