import { expect } from 'vitest'
import { expectAccessible } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { addressOf, countOtherThan, expectCount, openSearch, patience, readCount } from '../search-screen.ts'

journey(
  'a search is kept in its address: reload, back and forward, order, columns, removed parts',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    await openSearch(page, { filter: 'employees:50..', dslFilter: 'state:TX' })
    const both = await readCount(page)
    const query = page.getByRole('combobox', { name: 'Query' })
    expect(await query.inputValue()).toBe('employees:>=50 state:TX')

    // Each part says how many leads it excludes, and that many come back.
    const chip = page.getByRole('button', { name: /^Remove employees:>=50/ })
    const gain = Number(
      (await chip.getAttribute('aria-label'))?.match(/\+([\d,]+) without/)?.[1]?.replaceAll(',', ''),
    )
    expect(gain).toBeGreaterThan(0)
    await chip.click()
    const texas = await countOtherThan(page, both)
    expect(texas).toBe(both + gain)
    expect(addressOf(page)).toMatchObject({ filter: '', dslFilter: 'state:TX' })

    // By name: Z first, then the columns.
    const company = page.getByRole('columnheader', { name: 'Company' })
    await company.getByRole('button').click()
    await expect.poll(() => addressOf(page).sort, patience).toBe('company:asc')
    await company.getByRole('button').click()
    await expect.poll(() => addressOf(page).sort, patience).toBe('company:desc')
    await expect.poll(() => company.getAttribute('aria-sort'), patience).toBe('descending')
    await page.getByRole('button', { name: 'Columns' }).click()
    const choice = page.getByRole('dialog', { name: 'Columns' })
    await choice.getByRole('checkbox', { name: 'Industry' }).click()
    await choice.getByRole('button', { name: 'Move Employees up' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'hidden' })
    const heads = () => page.getByRole('columnheader').allTextContents()
    await expect
      .poll(async () => (await heads()).slice(0, 4), patience)
      .toEqual(['Company', 'Your status', 'Employees', 'NAICS'])

    const firstRow = page.getByRole('row').nth(1)
    const seen = { heads: await heads(), row: await firstRow.textContent(), url: page.url() }
    const look = async () => ({ heads: await heads(), row: await firstRow.textContent(), url: page.url() })
    await page.reload()
    await expectCount(page, texas)
    expect(await look()).toEqual(seen)

    await query.fill('state:TX,OK')
    await query.press('Enter')
    const two = await countOtherThan(page, texas)
    expect(addressOf(page).sort).toBe('company:desc')
    await page.goBack()
    await expectCount(page, texas)
    expect(await look()).toEqual(seen)
    expect(await query.inputValue()).toBe('state:TX')
    await page.goForward()
    await expectCount(page, two)
    expect(await query.inputValue()).toBe('state:TX,OK')
  },
)

journey(
  'two filters in the same moment are both kept, and Back takes a typed search back at once',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    await openSearch(page, { dslFilter: 'state:TX' })
    const texas = await readCount(page)
    const known = page.getByRole('checkbox', { name: 'Only where there is one' })
    await known.nth(1).waitFor()
    // Before anything is drawn again, as on a slow machine.
    await known.evaluateAll((boxes) => {
      for (const box of boxes.slice(0, 2)) (box as HTMLInputElement).click()
    })
    await expect.poll(() => addressOf(page).filter?.split(' ').length, patience).toBe(2)
    const both = await countOtherThan(page, texas)

    // Typed, and searched for by itself; then Enter asks for the same again.
    const query = page.getByRole('combobox', { name: 'Query' })
    await query.fill('state:OK')
    await countOtherThan(page, both)
    await query.press('Enter')
    await page.goBack()
    await expectCount(page, both)
  },
)

journey('a second choice of columns right after the first keeps both', async ({ visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  await openSearch(page, { dslFilter: 'state:TX' })
  await readCount(page)
  const heads = async () => (await page.getByRole('columnheader').allTextContents()).slice(0, 5)
  expect(await heads()).toContain('Industry')
  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = page.getByRole('dialog', { name: 'Columns' })
  const hide = await choice.getByRole('checkbox', { name: 'Industry' }).elementHandle()
  const move = await choice.getByRole('button', { name: 'Move Employees up' }).elementHandle()
  // Before the page knows that the first navigation has begun: as soon as React has shown what was clicked.
  await page.evaluate(
    async ([first, second]) => {
      ;(first as HTMLElement).click()
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      ;(second as HTMLElement).click()
    },
    [hide, move],
  )
  await expect
    .poll(async () => (await heads()).slice(0, 4), patience)
    .toEqual(['Company', 'Your status', 'Employees', 'NAICS'])
  expect(await heads()).not.toContain('Industry')
})

journey('a query that cannot be read shows where, and what was expected', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 422/] })
  await becomeMember(page)
  await openSearch(page)
  const before = await readCount(page)
  const query = page.getByRole('combobox', { name: 'Query' })
  await query.pressSequentially('state:TX employees:many', { delay: 5 })
  const mistake = page.getByRole('status').filter({ hasText: 'Expected:' })
  await mistake.waitFor()
  expect(await query.getAttribute('aria-invalid')).toBe('true')
  // While it is typed, its beginnings are mistakes too.
  await expect.poll(() => mistake.locator('mark').textContent(), patience).toBe('many')
  await expectAccessible(page)
  await query.fill('state:TX employees:50..')
  await countOtherThan(page, before)
  expect(await mistake.count()).toBe(0)

  // Also when the mistake comes with the address.
  await openSearch(page, { filter: 'employee:50..' })
  await page.getByRole('status').filter({ hasText: 'Expected:' }).waitFor()
  expect(await query.inputValue()).toBe('employee:50..')
  await expectAccessible(page)
})
