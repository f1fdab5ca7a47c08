import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { open } from '../browser.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** Markup that people type: nothing of it runs for themselves, for colleagues, or for super admins. */

/** As a text is shown: spaces and signs for the end of a line are one. */
const asShown = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  const body = page.locator('body')
  await expect
    .poll(async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: the text of scripts, with the page's data, is not shown
      const shown = asShown(await body.innerText())
      return texts.map(asShown).filter((text) => !shown.includes(text))
    }, patience)
    .toEqual([])
}

journey(
  'markup in names, notes, tags, lists and reports is text for whoever reads it',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 422/] })
    const person = await becomeProvenMember(page)
    const headers = { origin: new URL(leads('/')).origin }
    const send = async (method: 'POST' | 'PUT', path: string, data: object | string) => {
      const answer = await page.request.fetch(leads(path), { method, data, headers })
      expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
      return answer.status() === 204 ? {} : await answer.json()
    }
    const all = hostileTexts.join('\n')
    const one = '"><img src=x onerror=alert(1)>'
    // Names of people stand in mails and files of others: they hold no markup at all.
    const named = await page.request.patch(leads('/api/account/profile'), { data: { name: one }, headers })
    expect(named.status()).toBe(422)
    const search = { dictId: 'businesses', dslFilter: 'state:NV' }
    let id = ''
    for (const [i, searchName] of hostileTexts.entries()) {
      const tags = [searchName.slice(0, 40)]
      const notes = i === 0 ? all : searchName
      ;({ id } = await send('POST', '/api/saved-searches', { ...search, searchName, tags, notes }))
    }
    await send('POST', '/api/reports', { kind: 'search', id, problem: all })
    const { rows } = await send('POST', '/api/search/businesses', { dslFilter: 'state:NV', limit: 1 })
    const lead = rows[0].id
    await send('PUT', `/api/search/businesses/leads/${lead}/note`, { status: 'new', note: all, revision: 0 })
    const list = await page.request.post(leads(`/api/own-lists?name=${encodeURIComponent(one)}`), {
      data: Buffer.from(`"<script>alert(1)</script>",ZIP\n"<img src=x onerror=alert(1)>",77002\n`),
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    })
    expect(list.status(), await list.text()).toBe(201)
    const { id: listId } = await list.json()

    await open(page, leads('/search'))
    await expectShown(page, hostileTexts)
    await open(page, leads(`/_search/businesses?dslFilter=state:NV`))
    await open(page, leads(`/lead/businesses/${lead}?dslFilter=state:NV`))
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toContain('<svg onload=alert(1)>')
    await open(page, leads('/settings/reports'))
    await expectShown(page, hostileTexts)
    await open(page, leads(`/search/lists/${listId}`))
    await expectShown(page, [one, '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'])

    const { address } = await send('POST', '/api/share-links', { kind: 'savedSearch', id })
    const stranger = await visitor()
    await open(stranger, address)
    await stranger.getByRole('heading', { name: hostileTexts.at(-1) ?? '', level: 1 }).waitFor()

    const admin = await visitor()
    await enter(admin, sampleLogin('super_admin'))
    await open(admin, leads('/admin/reports'))
    await expectShown(admin, [person.email, ...hostileTexts])
  },
)

journey(
  'a super admin’s own markup is shown cleaned, with what programs drop, and pictures only when asked for',
  async ({ visitor }) => {
    const admin = await visitor({ expected: [/elsewhere\.example/] })
    await enter(admin, sampleLogin('super_admin'))
    const asked: string[] = []
    await admin.route('https://elsewhere.example/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({
        status: 200,
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      })
    })
    await open(admin, leads('/share/email'))
    await admin.getByRole('textbox', { name: 'To', exact: true }).fill('friend@elsewhere.example')
    await admin.getByRole('textbox', { name: 'Sender name' }).fill('The Desk')
    await admin.getByRole('textbox', { name: 'Answers go to' }).fill('desk@example.com')
    await admin.getByRole('textbox', { name: 'Subject' }).fill('News')
    await admin.getByRole('textbox', { name: 'Text version' }).fill('Hello')
    const picture = '<img alt="x" width="9" src="https://elsewhere.example/x.png">'
    const html = `<p style="display:flex">Hello</p>${picture}${hostileTexts.join('')}`
    await admin.getByRole('textbox', { name: 'HTML version' }).fill(html)
    await admin.getByRole('button', { name: 'See the mail' }).click()
    await admin.getByRole('heading', { name: 'The mail' }).waitFor(patience)
    const frame = admin.frameLocator('iframe[title="How the mail looks"]')
    await frame.getByText('Hello').first().waitFor(patience)
    await admin.getByText(/^Scripts are taken out/).waitFor()
    await admin.getByText(/^display:flex: dropped by /).waitFor()
    expect(asked).toEqual([])
    await admin.getByRole('button', { name: 'Show pictures from elsewhere' }).click()
    await expect.poll(() => asked.length, patience).toBeGreaterThan(0)
    expect(asked.filter((url) => !url.endsWith('/x.png'))).toEqual([])
  },
)
