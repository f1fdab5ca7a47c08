import { expect } from 'vitest'
import { open } from '../browser.ts'
import { journey, leads } from '../journey.ts'

journey('the page for a new account names the paid plan that was chosen', async ({ visitor }) => {
  const page = await visitor()
  await open(page, leads('/signup?plan=freeor_basic'))
  await page.getByText(/^You chose .*Basic.*, \$[\d.]+ a month\. You pay in a later step/).waitFor()
  await open(page, leads('/signup?plan=freeor_free'))
  await page.getByText('25 leads a month, free. No card.').waitFor()
  expect(await page.getByText('You chose').count()).toBe(0)
})
