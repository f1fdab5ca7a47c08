import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { patience } from '../search-screen.ts'

journey('settings that are not saved ask before they are left', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await becomeMember(page)
  const ask = page.getByRole('dialog', { name: 'Leave this page?' })
  for (const [pane, box] of [
    ['company', 'Company name'],
    ['profile', 'Name'],
  ] as const) {
    await open(page, leads(`/settings/${pane}`))
    await page.getByRole('textbox', { name: box, exact: true }).fill('Not saved')
    await page.getByRole('link', { name: 'Email address', exact: true }).click()
    await ask.waitFor()
    await expectAccessible(page)
    await ask.getByRole('button', { name: 'Stay here' }).last().click()
    await ask.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(`/settings/${pane}`)
    expect(await page.getByRole('textbox', { name: box, exact: true }).inputValue()).toBe('Not saved')
    await expect.poll(() => wouldAsk(page), patience).toBe(true)
    await page.getByRole('link', { name: 'Email address', exact: true }).click()
    await ask.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Email address' }).waitFor()
  }

  // A page whose fields are saved, or typed back to what they were, is left without a question.
  await open(page, leads('/settings/company'))
  const name = page.getByRole('textbox', { name: 'Company name' })
  const before = await name.inputValue()
  await name.fill('Saved')
  // It says so before the page has read what is saved now.
  const read = await holdReading(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
  expect(await wouldAsk(page)).toBe(false)
  // What is typed meanwhile is not saved.
  await name.fill('Typed since')
  await expect.poll(() => wouldAsk(page), patience).toBe(true)
  await page.getByRole('link', { name: 'Email address', exact: true }).click()
  await ask.getByRole('button', { name: 'Stay here' }).last().click()
  await ask.waitFor({ state: 'hidden' })
  read.resolve()
  await name.fill(before)
  await name.fill('Saved')
  await expect.poll(() => wouldAsk(page), patience).toBe(false)
  await page.getByRole('link', { name: 'Email address', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Email address' }).waitFor()
})

journey('a question before leaving that cannot be loaded holds nobody', async ({ visitor }) => {
  const page = await visitor({ expected: [/net::ERR_FAILED/] })
  await becomeMember(page)
  let refused = 0
  await page.route('**/leave-question-*.js', async (route) => {
    refused += 1
    await route.abort()
  })
  await open(page, leads('/settings/profile'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved')
  await expect.poll(() => wouldAsk(page), patience).toBe(true)
  await page.getByRole('link', { name: 'Email address', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Email address' }).waitFor(patience)
  expect(refused).toBeGreaterThan(0)
})

/** Whether the browser would ask before closing the window. */
const wouldAsk = async (page: Page): Promise<boolean> =>
  await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

const menu = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

journey.for([
  {
    way: 'a link',
    go: async (page: Page) => await menu(page, 'Email address').click(),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: 'Email address' }),
  },
  {
    way: 'the step back in the history',
    go: async (page: Page) => await page.evaluate(() => history.back()),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: 'Profile' }),
  },
  {
    way: 'the button that logs out',
    go: async (page: Page) => await page.getByRole('button', { name: 'Log out' }).click(),
    arrived: (page: Page) => page.getByRole('link', { name: 'Login' }),
  },
])('leaving by $way goes on, also when the page has just been read', async ({ go, arrived }, { visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  const { read } = await leaveWhileRead(page, go)
  // The router has the page's data and forgets what it blocked; the page that says so is drawn a moment later.
  await page.evaluate(() => {
    const { replaceState } = history
    history.replaceState = (...state) => {
      history.replaceState = replaceState
      history.replaceState(...state)
      const buttons = [...document.querySelectorAll('button')]
      queueMicrotask(() => buttons.find((button) => button.textContent === 'Leave')?.click())
    }
  })
  read.resolve()
  await arrived(page).waitFor(patience)
})

journey('the question before leaving stays when the page has been read meanwhile', async ({ visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  const { read, save } = await leaveWhileRead(page, async () => await menu(page, 'Email address').click())
  expect(await save.getAttribute('data-loading')).toBe('true')
  read.resolve()
  await expect.poll(() => save.getAttribute('data-loading'), patience).toBeNull()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Email address' }).waitFor()
})

/** Saves, types more, and leaves for another page before the page has read what is saved: it asks. */
async function leaveWhileRead(page: Page, go: (page: Page) => Promise<void>) {
  await open(page, leads('/settings/profile'))
  await menu(page, 'Company').click()
  const name = page.getByRole('textbox', { name: 'Company name' })
  await name.fill('Saved')
  const read = await holdReading(page)
  const save = page.getByText('Save', { exact: true }).locator('xpath=ancestor::button')
  await save.click()
  await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
  await name.fill('Typed since')
  await go(page)
  await page.getByRole('button', { name: 'Leave', exact: true }).waitFor()
  return { read, save }
}

/** The page's data is not read again until this is resolved. */
async function holdReading(page: Page): Promise<PromiseWithResolvers<void>> {
  const read = Promise.withResolvers<void>()
  await page.route('**/settings/company.data*', async (route) => {
    if (route.request().method() === 'GET') await read.promise
    await route.continue()
  })
  return read
}
