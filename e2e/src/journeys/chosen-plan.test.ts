import { expect } from 'vitest'
import { open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, fillLogin, signOut } from '../people.ts'
import { patience } from '../search-screen.ts'

journey('the page for a new account names the paid plan that was chosen', async ({ visitor }) => {
  const page = await visitor()
  const person = await becomeProvenMember(page)
  await page.context().clearCookies()
  await open(page, leads('/signup?plan=freeor_basic'))
  await page.getByText(/^You chose .*Basic.*, \$[\d.]+ a month\. You pay in a later step/).waitFor()
  // Who has an account comes back to the plan.
  const login = page.locator('a[href="/login?next=%2F_subscribe%3Fplan%3Dfreeor_basic"]')
  await login.press('Enter')
  await page.waitForURL(/\/login\?/, patience)
  await fillLogin(page, person)
  await page.getByRole('button', { name: 'Subscribe for $50' }).waitFor(patience)

  await signOut(page)
  await open(page, leads('/signup?plan=freeor_free'))
  await page.getByText('25 leads a month, free. No card.').waitFor()
  expect(await page.getByText('You chose').count()).toBe(0)
})
