import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'
import {
  addressOf,
  countOtherThan,
  expectCount,
  mapReady,
  openSearch,
  patience,
  readCount,
} from '../search-screen.ts'

const publicPages = [
  ...['/', '/pricing', '/login', '/signup', '/reset_password', '/terms', '/privacy'].map(
    (path) => () => leads(path),
  ),
  ...['/', '/login', '/signup', '/reset_password', '/terms', '/privacy'].map((path) => () => courses(path)),
]

journey('on a phone every public page of both sites fits and is accessible', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  for (const address of publicPages) {
    await open(page, address())
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

journey('on a phone a user searches with sheets for filters, places, map and counts', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await becomeMember(page)
  await open(page, leads('/search'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await openSearch(page)
  const all = await readCount(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const sheet = (name: string) => page.getByRole('dialog', { name })
  const openSheet = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await sheet(name).waitFor()
    await expectNoSidewaysScroll(page)
  }
  const closeSheet = async (name: string) => {
    await sheet(name).getByRole('button', { name: 'Close' }).click()
    await sheet(name).waitFor({ state: 'detached' })
  }

  await openSheet('Filters')
  await expectAccessible(page)
  await sheet('Filters').getByRole('textbox', { name: 'Employees from' }).fill('50')
  await sheet('Filters').getByRole('textbox', { name: 'Employees from' }).press('Enter')
  await expect.poll(() => addressOf(page).filter, patience).toBe('employees:>=50')
  await closeSheet('Filters')
  const large = await countOtherThan(page, all)

  await openSheet('Places')
  await expectAccessible(page)
  await sheet('Places').getByRole('combobox', { name: 'State' }).selectOption('TX')
  await sheet('Places').getByRole('button', { name: 'Add state' }).click()
  await expect.poll(() => addressOf(page).dslFilter, patience).toBe('state:TX')
  await closeSheet('Places')
  const texas = await countOtherThan(page, large)

  await openSheet('Map')
  await mapReady(page)
  await expectAccessible(page)
  await sheet('Map').getByRole('button', { name: 'This map view' }).click()
  await expect.poll(() => addressOf(page).dslFilter, patience).toContain('box:')
  await closeSheet('Map')

  await openSheet('Counts')
  const bar = sheet('Counts').getByRole('list', { name: 'Industry' }).getByRole('button').first()
  await bar.click()
  await expect.poll(() => addressOf(page).filter, patience).toContain('industry:')
  await expectAccessible(page)
  await closeSheet('Counts')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectCount(page, all)
  expect(texas).toBeLessThan(large)

  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('dialog', { name: 'Download leads' }).getByText('Leads found').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

journey('on a phone the admin pages fit', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await enter(page, sampleLogin('super_admin'))
  for (const path of ['/admin/imports', '/admin/mail']) {
    await open(page, leads(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

journey(
  'the strip of the settings shows the page one is on, also once the phone is turned',
  async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 1280, height: 800 } })
    await becomeMember(page)
    await open(page, leads('/settings/delete_account'))
    const current = page.getByRole('link', { name: 'Your data', exact: true })
    await current.waitFor()
    const isSeen = async () => {
      const box = await current.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= phone.width
    }
    await page.setViewportSize(phone)
    await expect.poll(isSeen, patience).toBe(true)
  },
)
