import { expect } from 'vitest'
import { cards, fillCard, letAMonthPass, showHuman, subscribeTo, verifyOnTheWay } from '../billing-screen.ts'
import { expectAccessible, expectNoSidewaysScroll, isInView, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { runJob } from '../run-job.ts'
import { openSearch, patience, readCount } from '../search-screen.ts'

journey(
  'somebody subscribes to Pro with a test card, downloads, changes the plan, cancels and undoes it',
  async ({ visitor }) => {
    const page = await visitor()
    const { email } = await becomeMember(page)
    await open(page, leads('/pricing'))
    await page.getByRole('table', { name: 'Plans compared' }).getByText('Your plan').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose Pro' }).click()
    await verifyOnTheWay(page, email)

    // Blank fields say so in the specification's words, and nothing is sent.
    const subscribe = page.getByRole('button', { name: 'Subscribe for $99' })
    await expect.poll(() => subscribe.isEnabled()).toBe(true)
    await subscribe.click()
    for (const sentence of [
      "First name can't be blank",
      "Last name can't be blank",
      "Street address can't be blank",
      'City cannot be blank',
      'State cannot be blank',
      'Zip code cannot be blank',
    ])
      await page.getByText(sentence, { exact: true }).waitFor()
    await expectAccessible(page)

    // The whole list came with the script, and the choice stayed.
    const country = page.getByRole('combobox', { name: 'Country' })
    expect(await country.inputValue()).toBe('US')
    expect(await country.getByRole('option').count()).toBe(249)
    await country.selectOption('Canada')

    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await fillCard(page, cards.pays)
    await showHuman(page)
    await expectAccessible(page)
    await subscribe.click()
    await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
    await expectAccessible(page)
    const forToken = sent.filter((each) => each.includes('/api/embedded/tokens'))
    expect(forToken).toHaveLength(1)
    expect(forToken[0]).toContain('"country":"CA"')
    expect(sent.filter((each) => /4111\D?1111\D?1111/.test(each))).toEqual([])

    await page.getByRole('link', { name: 'Go on' }).click()
    await page.getByText('5,025 leads remaining').waitFor()
    await openSearch(page, { filter: 'industry:"Fitness Centers"', dslFilter: 'county:"Travis, TX"' })
    const count = await readCount(page)
    expect(count).toBeGreaterThan(25)
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await dialog.getByRole('button', { name: `Download for ${count.toLocaleString('en-US')} leads` }).click()
    await dialog.getByText('Your file is ready.').waitFor()

    await open(page, leads('/settings/billing'))
    await page.getByText('Freeor Pro', { exact: true }).first().waitFor()
    await page.getByText('Visa ending in 1111', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Invoices' }).getByText('$99.00').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Change plan' }).click()
    await page.getByRole('radio', { name: /^Business/ }).click()
    await page.getByText('Charged today').waitFor()
    await page.getByText('Given back of Pro').waitFor()
    await page.getByText('Leads added now').waitFor()
    await page.getByText(/50,000 leads come with each payment\.$/).waitFor()
    await showHuman(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change now' }).click()
    await page.getByText('You are on Freeor Business now.').waitFor()

    await page.getByRole('button', { name: 'Cancel at period end' }).click()
    const ask = page.getByRole('dialog', { name: 'Cancel your subscription?' })
    await ask.waitFor()
    await expectAccessible(page)
    await ask.getByRole('button', { name: 'Cancel at period end' }).click()
    await page.getByText(/^Your subscription ends on .*Until then nothing changes\.$/).waitFor()
    // A question that is opened while the page still reloads is not closed by the answer to the form before.
    const read = Promise.withResolvers<void>()
    await page.route('**/settings/billing.data*', async (route) => {
      if (route.request().method() === 'GET') await read.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Keep my subscription' }).click()
    await page.getByText('Your subscription goes on.').waitFor()
    await page.getByRole('button', { name: 'Cancel now' }).click()
    const warning = ask.getByText(/^Your access will be lost immediately\. You can also wait until/)
    await warning.waitFor()
    read.resolve()
    await page.locator('button', { hasText: 'Cancel at period end' }).waitFor({ state: 'attached' })
    await expect.poll(() => warning.isVisible(), { interval: 50 }).toBe(true)
    await page.unroute('**/settings/billing.data*')
    await ask.getByRole('button', { name: 'Cancel now' }).click()
    await page.getByText('Your subscription is no longer active', { exact: true }).waitFor()
    await expectAccessible(page)

    // A subscription that has ended cannot be changed: a new one is begun.
    await open(page, leads('/settings/billing/change?plan=freeor_pro'))
    await page.getByRole('heading', { name: 'Bummer :(' }).waitFor()
    await page.getByText("Uh oh, you don't currently have a subscription.", { exact: true }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
      '/signup?plan=freeor_pro',
    )
    await expectAccessible(page)

    await open(page, leads('/settings/billing/ledger'))
    // One file may draw on several lots.
    const ledger = page.getByRole('table', { name: 'Credit ledger' })
    await ledger.getByRole('cell', { name: 'Used' }).first().waitFor()
    await page.getByText('No further allowance is on its way.', { exact: true }).waitFor()
    await expectAccessible(page)
  },
)

journey(
  'a declined card says so, charges nothing and lets another one pay, on a phone',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, expected: [/status of 402/] })
    const { email } = await becomeMember(page)
    await open(page, leads('/pricing'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose Basic' }).click()
    await verifyOnTheWay(page, email)
    await expectNoSidewaysScroll(page)
    await fillCard(page, cards.declined)
    await showHuman(page)
    await page.getByRole('button', { name: 'Subscribe for $50' }).click()
    await page.getByText('Payment failed', { exact: true }).waitFor()
    await page.getByText(/Please try again\.$/).waitFor()
    // It stands above the form, and the button that was pressed is a screen below.
    const refusal = page.getByRole('alert').filter({ hasText: 'Payment failed' })
    await expect.poll(() => isInView(refusal), patience).toBe(true)
    await expectAccessible(page)

    // The next answer replaces the first: what was typed is not lost.
    const other = page.getByRole('button', { name: 'Use another card' })
    if (await other.isVisible()) await other.click()
    await fillCard(page, cards.paysToo)
    await showHuman(page)
    await page.getByRole('button', { name: 'Subscribe for $50' }).click()
    await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
    await open(page, leads('/settings/billing'))
    await page.getByText('MasterCard ending in 4444', { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)

journey('a declined renewal is shown on every page, and a new card ends that', async ({ visitor }) => {
  const page = await visitor()
  const { email } = await becomeMember(page)
  await subscribeTo(page, email, { planID: 'freeor_pro', number: cards.declinesRenewals })
  await letAMonthPass(email)
  await runJob('run-built-in-billing')
  const sentence =
    "We've been unable to bill your card on file. Please update your card below to avoid your subscription being canceled for non-payment."
  const isTold = async () => {
    await open(page, leads('/search'))
    return await page.getByText(sentence, { exact: true }).isVisible()
  }
  await expect.poll(isTold, { ...patience, interval: 1_000 }).toBe(true)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Update your card' }).click()
  await page.getByRole('heading', { level: 1, name: 'Plan and billing' }).waitFor()
  await expectAccessible(page)
  await fillCard(page, cards.pays)
  await showHuman(page)
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Your card is saved.').waitFor()
  await page.getByText('Visa ending in 1111', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(sentence, { exact: true }).count()).toBe(0)
})

journey(
  'a plan that is offered by its address leads to signing up, an unknown one home',
  async ({ visitor }) => {
    const page = await visitor()
    await open(page, leads('/custom-plan?plan=freeor_pro'))
    await page.getByRole('heading', { level: 1, name: 'Pro' }).waitFor()
    await page.getByText('per month, cancel anytime').waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('link', { name: 'Compare all plans' }).getAttribute('href')).toBe('/pricing')
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
    expect(new URL(page.url()).searchParams.get('plan')).toBe('freeor_pro')
    await page.goto(leads('/custom-plan?plan=freeor_none'))
    expect(page.url()).toBe(leads('/'))
  },
)
