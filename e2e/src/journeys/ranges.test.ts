import { expect } from 'vitest'
import { expectAccessible } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { addressOf, openSearch, patience, readCount } from '../search-screen.ts'

journey('the boxes of a range show what is searched, and say what they cannot read', async ({ visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  await openSearch(page, { filter: 'employees:5' })
  await readCount(page)
  const from = page.getByRole('textbox', { name: 'Employees from' })
  const to = page.getByRole('textbox', { name: 'Employees to' })
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['5', '5'])
  await from.fill('3')
  await from.press('Enter')
  await expect.poll(() => addressOf(page).filter, patience).toBe('employees:3..5')
  expect(await to.inputValue()).toBe('5')

  await openSearch(page, { filter: 'employees:>50' })
  await readCount(page)
  expect(await from.inputValue()).toBe('>50')
  await to.fill('100')
  await to.press('Enter')
  await expect.poll(() => addressOf(page).filter, patience).toBe('employees:>50..100')
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['>50', '100'])

  await from.fill('abc')
  await from.press('Enter')
  await page.getByText('Type a number, such as 50 or 1.5M.').waitFor()
  const described = await from.evaluate(
    (box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(described).toBe('Type a number, such as 50 or 1.5M.')
  expect(addressOf(page).filter).toBe('employees:>50..100')
  await expectAccessible(page)
})
