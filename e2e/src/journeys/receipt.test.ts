import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, patience } from '../search-screen.ts'

/** A file is bought at a price that is kept; its receipt is checked without a network, then with one bit changed. */

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-receipt-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

/** Where a file is kept that a link of the page gives. */
async function save(page: Page, link: string, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).first().click(),
  ])
  const path = join(folder, name)
  await download.saveAs(path)
  return path
}

/** The number of leads differs in one bit. */
async function withOneBitChanged(receipt: string): Promise<string> {
  const bytes = await readFile(receipt)
  const at = bytes.indexOf('"rows":') + '"rows":'.length
  const digit = bytes[at] === 0x20 ? at + 1 : at
  bytes[digit] = (bytes[digit] ?? 0) ^ 1
  const path = join(folder, 'changed.json')
  await writeFile(path, bytes)
  return path
}

journey('a receipt is checked offline, and one changed bit is named', async ({ visitor }) => {
  const page = await visitor()
  await becomeProvenMember(page)
  await openSearch(page)
  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download leads' })
  await dialog.getByRole('textbox', { name: 'At most' }).fill('3')
  await dialog.getByText(/^This price is kept until .*: the download costs no more\.$/).waitFor(patience)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Download for 3 leads' }).click()
  await dialog.getByRole('link', { name: 'Receipt', exact: true }).waitFor(patience)
  const receipt = await save(page, 'Receipt', 'receipt.json')
  const file = await save(page, 'Fetch the file', 'leads.csv')
  await open(page, leads('/search'))
  const verifier = await save(page, 'Check a receipt', 'verify-receipt.html')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await takePicture(page, 'receipts-list-360')

  for (const viewport of [phone, { width: 1280, height: 900 }]) {
    const offline = await visitor({ emptyCache: true, viewport })
    await offline.context().setOffline(true)
    await offline.goto(pathToFileURL(verifier).href)
    await offline.getByLabel('Receipt', { exact: true }).setInputFiles(receipt)
    await offline.getByRole('heading', { name: 'This receipt is genuine.' }).waitFor()
    await offline.getByLabel(/^The downloaded file/).setInputFiles(file)
    await offline.getByText('The file is the one that was sold.').waitFor()
    await expectAccessible(offline)
    await expectNoSidewaysScroll(offline)
    await takePicture(offline, `receipt-${viewport.width}`)

    await offline.getByLabel('Receipt', { exact: true }).setInputFiles(await withOneBitChanged(receipt))
    await offline.getByRole('heading', { name: 'This receipt must not be trusted.' }).waitFor()
    await offline.getByText('Changed after it was signed: the number of leads.').waitFor()
    await expectAccessible(offline)
    await offline.getByLabel('Receipt', { exact: true }).setInputFiles(receipt)
    await offline.getByRole('heading', { name: 'This receipt is genuine.' }).waitFor()
    await offline.getByLabel(/^The downloaded file/).setInputFiles(receipt)
    await offline.getByText(/its SHA-256 is not that of the receipt/).waitFor()
    await offline
      .getByLabel('A key that you trust')
      .fill('did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2')
    await offline.getByText('The signature is not genuine.').waitFor()
  }
  expect((await readFile(file, 'utf8')).trimEnd().split('\r\n')).toHaveLength(4)
})
