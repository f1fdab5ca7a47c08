import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { openBreakingProxy } from '../breaking-proxy.ts'
import { csvRows } from '../delivered-file.ts'
import { journey } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { openSearch, patience } from '../search-screen.ts'

/**
 * The connection ends in the middle of a file. Chromium's own download goes on from there by itself, with `Range` and
 * `If-Range`, and what it saves is the file.
 */
journey('a download that breaks off goes on where it stopped', async ({ visitor }) => {
  const proxy = await openBreakingProxy(inject('leadsUrl'))
  try {
    const page = await visitor()
    await becomeProvenMember(page)
    await openSearch(page)
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByRole('textbox', { name: 'At most' }).fill('20')
    await dialog.getByRole('button', { name: 'Download for 20 leads' }).click()
    const link = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await link.waitFor(patience)
    const file = await link.getAttribute('href')
    // The same page, reached through the connection that breaks.
    await page.goto(new URL('/search', proxy.url).href)
    const again = page.locator(`a[href="${file}"]`).first()
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()])
    expect(await download.failure()).toBeNull()
    const saved = await readFile(await download.path())

    const half = Math.floor(saved.length / 2)
    const etag = `"${createHash('sha256').update(saved).digest('hex')}"`
    const range = `bytes=${half}-`
    const contentRange = `bytes ${half}-${saved.length - 1}/${saved.length}`
    expect(proxy.requests).toEqual([
      { range: undefined, ifRange: undefined, status: 200, etag, contentRange: undefined },
      { range, ifRange: etag, status: 206, etag, contentRange },
    ])
    expect(csvRows(saved.toString('utf8'))).toHaveLength(21)
  } finally {
    await proxy.close()
  }
})

journey(
  'an order whose answer is lost is made once, whatever is answered in between',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/ERR_FAILED/, /status of 429/] })
    await becomeProvenMember(page)
    await openSearch(page)
    let asked = 0
    await page.route(/\/api\/downloads$/, async (route) => {
      if (route.request().method() !== 'POST') return await route.fallback()
      asked += 1
      if (asked === 1) {
        await route.fetch()
        return await route.abort()
      }
      if (asked > 2) return await route.fallback()
      const body = { title: 'Too Many Requests', status: 429, code: 'rate_limited', detail: 'Not so fast.' }
      await route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify(body),
      })
    })
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    // Once the first order is made, the same leads are free.
    const confirm = dialog.getByRole('button', { name: /^Download(, free| for 20 leads)$/ })
    const order = async () => {
      await page.getByRole('button', { name: 'Download' }).click()
      await dialog.getByRole('textbox', { name: 'At most' }).fill('20')
      await confirm.click()
    }
    await order()
    await dialog.getByRole('alert').waitFor(patience)
    await confirm.click()
    await dialog.getByText('Not so fast.').waitFor(patience)
    await page.reload()
    await order()
    await dialog.getByRole('link', { name: 'Fetch the file', exact: true }).waitFor(patience)
    const { downloads } = await (await page.request.get(new URL('/api/downloads', page.url()).href)).json()
    expect([asked, downloads.length]).toEqual([3, 1])
  },
)
