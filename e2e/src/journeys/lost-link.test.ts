import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { patience } from '../search-screen.ts'

journey(
  'a link that is followed without a connection leaves the page with what was typed',
  async ({ visitor }) => {
    const page = await visitor({
      emptyCache: true,
      expected: [/ERR_INTERNET_DISCONNECTED/, /Error loading route module/, /Failed to fetch/],
    })
    await becomeMember(page)
    await open(page, leads('/settings/company'))
    const name = page.getByRole('textbox', { name: 'Company name' })
    const before = await name.inputValue()
    await name.fill('Typed here')
    const link = page.getByRole('link', { name: 'Email address', exact: true })
    const ask = page.getByRole('dialog', { name: 'Leave this page?' })
    await link.click()
    await ask.getByRole('button', { name: 'Stay here' }).last().click()
    await ask.waitFor({ state: 'hidden' })

    await page.context().setOffline(true)
    await link.click()
    await ask.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByText(/^The site did not answer, so you are still on this page\./).waitFor(patience)
    expect(new URL(page.url()).pathname).toBe('/settings/company')
    expect(await name.inputValue()).toBe('Typed here')

    await page.context().setOffline(false)
    await expectAccessible(page)
    await name.fill(before)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Email address' }).waitFor(patience)
    expect(await page.getByText(/^The site did not answer/).count()).toBe(0)
  },
)
