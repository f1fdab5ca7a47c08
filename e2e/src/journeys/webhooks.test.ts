import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'

journey(
  'an owner adds a webhook, sees its secret once, sends a test, reads the log and deletes it',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('owner'))
    await open(page, leads('/search'))
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.getByText('No webhook yet.').waitFor()
    await expectAccessible(page)
    const url = `https://hooks-${Date.now()}.freeor-tests.com/freeor`
    await page.getByRole('textbox', { name: 'Address' }).fill(url)
    await page.getByRole('checkbox', { name: 'a file that is ready' }).press('Space')
    await page.getByRole('button', { name: 'Add a webhook' }).press('Enter')
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: `Send a test to ${url}` }).press('Enter')
    await page.getByText('A test is on its way').waitFor()
    await page.getByRole('link', { name: `Log of ${url}` }).press('Enter')
    await page
      .getByRole('table', { name: `Sent to ${url}` })
      .getByText('webhook.test')
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await open(page, page.url())
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Delete ${url}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await page.getByText('The webhook is deleted.').waitFor()
    await open(page, leads('/settings/api_keys'))
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)
