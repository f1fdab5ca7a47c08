import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { freeor, freeorWithFile } from '../freeor-command.ts'
import { journey, leads } from '../journey.ts'
import { readLetter } from '../mail-folder.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { expectCount, openSearch, patience, readCount } from '../search-screen.ts'

const headers = { origin: new URL(leads('/')).origin }

/** Somebody's file of a few leads, and their telephone numbers. */
async function orderFile(page: Page, name: string, limit: number) {
  const data = { dictId: 'businesses', dslFilter: 'state:NV', limit, searchName: name, format: 'jsonl' }
  const ordered = await page.request.post(leads('/api/downloads'), {
    data,
    headers: { ...headers, 'idempotency-key': name.replaceAll(' ', '-') },
  })
  expect(ordered.status(), await ordered.text()).toBe(202)
  const { id } = await ordered.json()
  const file = async () => await page.request.get(leads(`/api/downloads/${id}/file`))
  await expect.poll(async () => (await file()).status(), patience).toBe(200)
  const lines = (await (await file()).text()).trim().split('\n')
  return lines.map((line): string => JSON.parse(line).phone).filter(Boolean)
}

journey(
  'numbers on the do-not-call registry are marked, warned of before a download and left out by one switch',
  async ({ visitor }) => {
    // The journey searches too: its person may then be at the limit of two searches at once, and the page asks again.
    const page = await visitor({ expected: [/status of 429 .*\/api\/search\//] })
    const person = await becomeProvenMember(page)
    const numbers = await orderFile(page, `Nevada ${person.email.slice(8, 20)}`, 5)
    const registry = numbers.map((number) => number.replace(/\D/g, '').slice(-10))
    await freeorWithFile('registry.txt', registry, (file) => ['do-not-call', 'import', file])
    await openSearch(page, { dslFilter: 'state:NV' })
    const all = await readCount(page)
    const leaveOut = page.getByRole('switch', { name: 'Leave out leads with a number on the registry' })
    await leaveOut.waitFor()
    await page.getByText(/numbers, obtained today/).waitFor()
    await page.getByTitle('on the do-not-call registry').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByText(/in this file have a number on the do-not-call registry/).waitFor()
    await takePicture(page, 'do-not-call-quote')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await leaveOut.press('Space')
    // Branches of one business have one number.
    const asked = { dslFilter: 'state:NV', filter: 'dnc:yes', count_only: true }
    const answer = await page.request.post(leads('/api/search/businesses'), { data: asked, headers })
    const { count } = await answer.json()
    expect(count).toBeGreaterThanOrEqual(numbers.length)
    await expectCount(page, all - count)
    expect(new URL(page.url()).searchParams.get('filter')).toBe('-dnc:yes')
    await takePicture(page, 'do-not-call-search')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('switch', { name: 'Leave out leads with a number on the registry' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'do-not-call-phone')
    await freeor('do-not-call', 'remove')
  },
)

journey('contacts that do not work are sent back, and a person decides', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  const person = await becomeProvenMember(page)
  const name = `Bounced ${person.email.slice(8, 20)}`
  const [number = ''] = await orderFile(page, name, 2)
  await open(page, leads('/search'))
  await page.getByRole('button', { name: `Send leads back: ${name}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send bad leads back' })
  await dialog.getByRole('button', { name: 'Send them back' }).click()
  await dialog.getByText('Please name the contacts that do not work.').waitFor()
  await dialog
    .getByRole('textbox', { name: 'Emails and telephone numbers' })
    .fill(`${number}\nnobody@nowhere`)
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('Nobody answers.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takePicture(page, 'returns-phone')
  await dialog.getByRole('button', { name: 'Send them back' }).press('Enter')
  await dialog.getByText('1 lead to be looked at by a person. We answer by mail.').waitFor()
  await dialog.getByText('1 contact is of no lead that was paid with this file.').waitFor()
  await expectAccessible(page)

  const admin = await visitor()
  await enter(admin, sampleLogin('super_admin'))
  await open(admin, leads('/admin/reports'))
  const card = admin.getByRole('listitem').filter({ hasText: name })
  await card.getByText('Nobody answers.').waitFor()
  await card.getByRole('checkbox', { name: 'Give back 1 lead' }).check()
  await card.getByRole('checkbox', { name: 'Close the report' }).check()
  await card.getByRole('button', { name: 'Do it and tell the reporter' }).click()
  await admin.getByText('Done. The reporter is told by mail.').waitFor()
  await readLetter(person.email, ({ text }) => /1 lead was given back/.exec(text)?.[0], 'the refund')
})
