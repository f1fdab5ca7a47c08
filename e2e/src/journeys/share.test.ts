import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, hydrated, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember, becomeProvenMember } from '../people.ts'
import { patience } from '../search-screen.ts'

const phone = { viewport: { width: 360, height: 760 } }
/** The answer that ends an open page. */
const dead = { expected: [/404/] }

async function keepSearch(page: Page, searchName: string): Promise<void> {
  const headers = { origin: new URL(leads('/')).origin }
  const data = { dictId: 'businesses', searchName, dslFilter: 'state:NV', filter: 'employees:>20' }
  const saved = await page.request.post(leads('/api/saved-searches'), { data, headers })
  expect(saved.status(), await saved.text()).toBe(201)
}

/** No other site is told of the address, and no search engine keeps the page. */
function expectSecret(answer: Response | null): void {
  expect(answer?.headers()).toMatchObject({
    ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
  })
}

/** Makes a link in the dialog of a saved search, by the keyboard. @returns its address */
async function share(page: Page, searchName: string): Promise<string> {
  await open(page, leads('/search'))
  await page.getByRole('button', { name: `Share ${searchName}`, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Share “${searchName}”` })
  await dialog.getByRole('radio', { name: /copy it to their own/ }).press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make the link' }).press('Enter')
  const address = dialog.getByRole('textbox', { name: 'Address of the link' })
  await address.waitFor()
  await expectAccessible(page)
  return await address.inputValue()
}

journey(
  'a shared search opens covered for a stranger, is copied by a member, and is dead on an open page once revoked',
  async ({ visitor }) => {
    const owner = await visitor()
    await becomeProvenMember(owner)
    await keepSearch(owner, 'Large in Nevada')
    const address = await share(owner, 'Large in Nevada')

    const recipient = await visitor({ ...phone, ...dead })
    expectSecret(await recipient.goto(address))
    await hydrated(recipient)
    await recipient.getByRole('heading', { name: 'Large in Nevada', level: 1 }).waitFor()
    await recipient.getByText(/leads in Sample businesses/).waitFor()
    expect(await recipient.getByText('covered', { exact: true }).count()).toBeGreaterThan(0)
    await expectAccessible(recipient)
    const call = recipient.getByRole('link', { name: 'Create an account' })
    expect(await call.getAttribute('href')).toContain('next=%2Fshare%2Fsearch%3FsavedSearch')

    await becomeMember(recipient)
    await open(recipient, address)
    await recipient.getByRole('button', { name: 'Copy to my searches' }).press('Enter')
    await recipient.waitForURL(/\/_search\/businesses\?.*savedSearch=srch_/)
    await open(recipient, leads('/search'))
    await recipient.getByRole('button', { name: 'Edit Large in Nevada' }).waitFor()
    await expectAccessible(recipient)
    const withMe = recipient.getByRole('region', { name: 'Shared with me' })
    await withMe.getByRole('link', { name: 'Large in Nevada' }).press('Enter')
    await recipient.waitForURL(/\/share\/search\?.*link=shr_/)
    await recipient.getByText(/leads in Sample businesses/).waitFor()

    await open(owner, leads('/search/links'))
    await expectAccessible(owner)
    await owner.getByRole('button', { name: 'Revoke the link to Large in Nevada' }).press('Enter')
    await owner.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
    await owner.getByText('The link is revoked.').waitFor()
    await owner.getByText('No live link.').waitFor()
    await recipient.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await expectAccessible(recipient)
    const again = await recipient.goto(address)
    expect(again?.status()).toBe(404)
    expectSecret(again)
    await recipient.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await open(recipient, leads('/search'))
    await recipient.getByRole('button', { name: 'Edit Large in Nevada' }).waitFor()
    expect(await withMe.getByRole('link').count()).toBe(0)
  },
)

journey('the search of a download opens without its file, by its owner’s name alone', async ({ visitor }) => {
  const owner = await visitor()
  await becomeProvenMember(owner)
  const call = async (method: 'get' | 'post', path: string, data: object = {}) => {
    const headers = { origin: new URL(leads('/')).origin, 'idempotency-key': `shared-${Date.now()}` }
    const answer = await owner.request[method](leads(path), method === 'get' ? {} : { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }
  const order = { dictId: 'businesses', dslFilter: 'state:NV', limit: 2, searchName: 'Two of Nevada' }
  const { id } = await call('post', '/api/downloads', order)
  await expect.poll(async () => (await call('get', `/api/downloads/${id}`)).state, patience).toBe('ready')
  const { address } = await call('post', '/api/share-links', { kind: 'downloadSearch', id })
  expect(address).toMatch(/downloadSearch=[\w-]{22}&aid=/)

  const stranger = await visitor({ ...phone, ...dead })
  expectSecret(await stranger.goto(address))
  await hydrated(stranger)
  await stranger.getByRole('heading', { name: 'Two of Nevada', level: 1 }).waitFor()
  expect(await stranger.getByText('covered', { exact: true }).count()).toBeGreaterThan(0)
  expect(await stranger.content()).not.toContain(id)
  await expectAccessible(stranger)
  await expectNoSidewaysScroll(stranger)
  const foreign = await stranger.goto(address.replace(/aid=[^&]+/, 'aid=usr_somebodyelse'))
  expect(foreign?.status()).toBe(404)
  expectSecret(foreign)
  await stranger.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})

journey('two saved searches are compared by figures, maps and states, on a phone', async ({ visitor }) => {
  const page = await visitor(phone)
  await becomeMember(page)
  const headers = { origin: new URL(leads('/')).origin }
  for (const [searchName, filter] of [
    ['More than 20', 'employees:>20'],
    ['Fewer than 50', 'employees:<50'],
  ]) {
    const data = { dictId: 'businesses', searchName, dslFilter: 'state:NV,TX', filter }
    expect((await page.request.post(leads('/api/saved-searches'), { data, headers })).status()).toBe(201)
  }
  await open(page, leads('/search'))
  await page.getByRole('link', { name: 'Compare two searches' }).press('Enter')
  await page.waitForURL(/\/search\/compare/)
  await page.getByRole('combobox', { name: 'First search' }).selectOption('More than 20')
  await page.getByRole('combobox', { name: 'Second search' }).selectOption('Fewer than 50')
  await page.getByRole('button', { name: 'Compare' }).press('Enter')
  await page.getByRole('img', { name: 'In both, by state' }).waitFor()
  await page.getByText('Nevada', { exact: true }).waitFor()
  expect(await page.getByText('California', { exact: true }).count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
