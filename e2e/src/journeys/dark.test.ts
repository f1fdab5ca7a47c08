import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { mapReady, openSearch } from '../search-screen.ts'

journey('dark mode, as the visitor prefers it, is as readable as light', async ({ visitor }) => {
  const page = await visitor({ colorScheme: 'dark', map: true })
  const brightness = () =>
    page.evaluate(() => {
      const [r = 0, g = 0, b = 0] =
        getComputedStyle(document.body)
          .backgroundColor.match(/\d+(\.\d+)?/g)
          ?.map(Number) ?? []
      return (r + g + b) / 3
    })
  const publicPages = [
    ...['/', '/pricing', '/login', '/signup', '/terms'].map(leads),
    ...['/', '/login', '/signup'].map(courses),
  ]
  for (const address of publicPages) {
    await open(page, address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await brightness(), address).toBeLessThan(80)
    await expectAccessible(page)
  }
  await becomeMember(page)
  await open(page, leads('/search'))
  await expectAccessible(page)
  await openSearch(page, { filter: 'employees:50..', dslFilter: 'state:TX' })
  await mapReady(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('dialog', { name: 'Download leads' }).getByText('Leads found').waitFor()
  await expectAccessible(page)

  // The switch overrides the system's preference, and is remembered.
  await open(page, leads('/pricing'))
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(brightness).toBeGreaterThan(200)
  await page.reload()
  expect(await brightness()).toBeGreaterThan(200)

  // Where the system gives the colours, one still sees what is chosen and where the focus is.
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, leads('/settings/profile'))
  const style = async (of: Locator, name: 'backgroundColor' | 'outlineStyle') =>
    await of.evaluate((element, name) => getComputedStyle(element)[name], name)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const here = await style(link('Profile'), 'backgroundColor')
  expect(here).not.toBe(await style(link('Company'), 'backgroundColor'))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  expect(await style(name, 'outlineStyle')).toBe('none')
  await name.focus()
  expect(await style(name, 'outlineStyle')).toBe('solid')
})
