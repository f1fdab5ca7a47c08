import type { Page } from 'playwright-core'
import { open } from './browser.ts'
import { withDatabase } from './database.ts'
import { leads } from './journey.ts'
import { verifyByMail } from './people.ts'

/** Test cards of the built-in provider. */
export const cards = {
  pays: '4111 1111 1111 1111',
  paysToo: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  declinesRenewals: '4000 0000 0000 0341',
}

/** Fills in the card form, with the address. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value)
  await fill('First name', 'Ada')
  await fill('Last name', 'Byron')
  await fill('Card number', number)
  await fill('Street address', '1 Main Street')
  await fill('City', 'Austin')
  await fill('State', 'TX')
  await fill('Zip code', '78701')
}

/** Ticks the human check and waits until the browser's work is done. */
export async function showHuman(page: Page): Promise<void> {
  await page.getByText("I'm human", { exact: true }).click()
  await page.getByText('Thank you.').waitFor()
}

/** The steps ask for a verified account before they take a card. */
export async function verifyOnTheWay(page: Page, email: string, dataDir?: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Verify your account' }).waitFor()
  await verifyByMail(page, email, dataDir)
  await page.getByRole('main').getByRole('link').last().click()
  await page.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
}

/** Subscribes the signed-in user and checks that it succeeded. */
export async function subscribeTo(
  page: Page,
  email: string,
  { planID, number }: { planID: string; number: string },
): Promise<void> {
  await open(page, leads(`/_subscribe?plan=${planID}`))
  await verifyOnTheWay(page, email)
  await fillCard(page, number)
  await showHuman(page)
  await page.getByRole('button', { name: /^Subscribe for/ }).click()
  await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
}

/**
 * A month passes for somebody's subscription at the built-in provider: its whole past moves back by one, at once, as
 * the server's own jobs run meanwhile. They do what follows from that.
 */
export const letAMonthPass = async (email: string): Promise<void> =>
  await withDatabase(async (database) => {
    const accounts = 'SELECT id FROM embedded_accounts WHERE email = $1'
    await database.query('BEGIN')
    await database.query(
      `UPDATE embedded_subscriptions SET
         activated_at = activated_at - interval '1 month',
         current_period_start = current_period_start - interval '1 month',
         current_period_end = current_period_end - interval '1 month'
       WHERE account_id IN (${accounts})`,
      [email],
    )
    await database.query(
      `UPDATE embedded_invoices SET period_start = period_start - interval '1 month' WHERE account_id IN (${accounts})`,
      [email],
    )
    await database.query('COMMIT')
  })
