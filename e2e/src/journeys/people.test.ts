import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import {
  becomeMember,
  becomeProvenMember,
  enter,
  newPerson,
  type Person,
  sampleLogin,
  verifyByMail,
} from '../people.ts'
import { patience } from '../search-screen.ts'

/** Puts somebody's company on the plan with seats, as a super admin does it. */
async function giveSeats(admin: Page, owner: Person): Promise<void> {
  await enter(admin, sampleLogin('super_admin'))
  await open(admin, leads(`/admin/companies?q=${encodeURIComponent(owner.email)}`))
  await expectAccessible(admin)
  await admin.getByRole('table', { name: 'Companies' }).getByRole('link').click()
  await admin.getByText(owner.email, { exact: true }).first().waitFor()
  await expectAccessible(admin)
  const form = admin.getByRole('region', { name: 'Set the plan' })
  await form.getByRole('combobox', { name: 'Plan' }).selectOption('freeor_biz')
  await form.getByRole('textbox', { name: 'Reason' }).fill('Seats for a journey')
  await form.getByRole('button', { name: 'Set the plan' }).click()
  await admin.getByText('The plan is set.', { exact: true }).waitFor()
  // The form is empty again, so there is nothing to ask about before leaving.
  await expect.poll(() => form.getByRole('textbox', { name: 'Reason' }).inputValue(), patience).toBe('')
  await admin.getByRole('link', { name: 'All companies' }).click()
  await admin.getByRole('table', { name: 'Companies' }).waitFor()
}

async function invite(owner: Page, email: string, role: string): Promise<string> {
  await open(owner, leads('/settings/people'))
  await expectAccessible(owner)
  await owner.getByRole('textbox', { name: 'Email' }).fill(email)
  await owner.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role)
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(`An invitation is on its way to ${email}.`, { exact: true }).waitFor()
  await owner.getByRole('button', { name: `Take back: ${email}` }).waitFor()
  await expectAccessible(owner)
  return await readLetter(email, linkIn('/invitation'), 'an invitation')
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'What are you looking for?' })

journey(
  'somebody invited joins, is removed, loses access and goes on with an account of their own',
  async ({ visitor }) => {
    const owner = await visitor()
    const boss = await becomeProvenMember(owner)
    await giveSeats(await visitor(), boss)
    const colleague = newPerson()
    const link = await invite(owner, colleague.email, 'member')

    const page = await visitor({ viewport: phone, expected: [/status of 40[13]/] })
    await open(page, link)
    await page.getByText(`Choose a password for ${colleague.email} and you are in.`).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(colleague.password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(colleague.password)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await home(page).waitFor()

    // A member sees who is there, and nothing to change about it.
    await open(page, leads('/settings/people'))
    await page.getByText(boss.email, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send invitation' }).count()).toBe(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await open(owner, leads('/settings/people'))
    await owner.getByRole('combobox', { name: `Role of ${colleague.email}` }).selectOption('viewer')
    await owner.getByRole('button', { name: `Save role: ${colleague.email}` }).click()
    await owner.getByText(`${colleague.email}: Viewer.`, { exact: true }).waitFor()
    await owner.getByRole('button', { name: `Remove ${colleague.email}` }).click()
    const ask = owner.getByRole('dialog', { name: `Remove ${colleague.email}?` })
    await ask.waitFor()
    await expectAccessible(owner)
    await ask.getByRole('button', { name: 'Remove', exact: true }).click()
    await owner.getByText(`${colleague.email} has no access any more.`, { exact: true }).waitFor()
    await expectAccessible(owner)

    // Removing ends every session at once.
    await page.goto(leads('/search'))
    await enter(page, colleague)
    await open(page, leads('/search'))
    const lost = page.getByRole('heading', { name: 'Uh oh, you no longer have access to this account.' })
    await lost.waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Convert to my own account' }).click()
    await home(page).waitFor()
    await expectAccessible(page)
  },
)

journey('somebody with an account accepts with it, and a revoked link says so', async ({ visitor }) => {
  const owner = await visitor()
  await giveSeats(await visitor(), await becomeProvenMember(owner))
  const page = await visitor({ expected: [/status of 4(10|03)/] })
  const known = await becomeMember(page)
  const link = await invite(owner, known.email, 'admin')
  await open(page, link)
  await page.getByText(`You are logged in as ${known.email}.`, { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  // Only a user who reads the mail of the invited address may join.
  await page.getByText('Please confirm your email address first.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Verify your account' }).click()
  await verifyByMail(page, known.email)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await home(page).waitFor()
  await open(page, leads('/settings/people'))
  await page.getByRole('button', { name: 'Send invitation' }).waitFor()

  const other = newPerson()
  const revoked = await invite(owner, other.email, 'viewer')
  await owner.getByRole('button', { name: `Take back: ${other.email}` }).click()
  await owner.getByText(`The invitation of ${other.email} is taken back.`, { exact: true }).waitFor()
  const stranger = await visitor({ expected: [/status of 410/] })
  const answer = await stranger.goto(revoked)
  expect(answer?.status()).toBe(410)
  await stranger.getByRole('heading', { name: 'This invitation is over' }).waitFor()
  await expectAccessible(stranger)
})

journey('the owner hands the account over with their password', async ({ visitor }) => {
  const owner = await visitor({ expected: [/status of 422/] })
  const boss = await becomeProvenMember(owner)
  await giveSeats(await visitor(), boss)
  const heir = newPerson()
  const link = await invite(owner, heir.email, 'member')
  const page = await visitor()
  await open(page, link)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(heir.password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(heir.password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await home(page).waitFor()

  await open(owner, leads('/settings/company'))
  const handOver = async (password: string) => {
    await owner.getByRole('button', { name: 'Hand the account on' }).click()
    const ask = owner.getByRole('dialog', { name: 'Hand the account on?' })
    await ask.getByRole('textbox', { name: 'Your password' }).fill(password)
    await expectAccessible(owner)
    await ask.getByRole('button', { name: 'Hand the account on', exact: true }).click()
  }
  await handOver('not my password')
  await owner.getByText("Uh oh, that didn't work :(", { exact: true }).waitFor()
  // The dialog closes after that, and gives the focus back.
  await owner.getByRole('dialog', { name: 'Hand the account on?' }).waitFor({ state: 'hidden' })
  await handOver(boss.password)
  await owner.getByText(/^The account belongs to .* now\. You are an admin of it\.$/).waitFor()
  await open(page, leads('/settings/company'))
  await page.getByText(/^You own this account/).waitFor()
  await expectAccessible(page)
})

journey('the settings begin at the profile and send strangers to the login and back', async ({ visitor }) => {
  const page = await visitor()
  for (const pane of ['profile', 'update_email', 'change_password', 'company', 'people']) {
    const response = await page.request.get(leads(`/settings/${pane}`), { maxRedirects: 0 })
    expect(response.headers().location).toBe(`/login?next=${encodeURIComponent(`/settings/${pane}`)}`)
  }
  await becomeMember(page)
  await open(page, leads('/settings'))
  await expect.poll(() => page.url(), patience).toBe(leads('/settings/profile'))
})

journey('a company is renamed once something has changed', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await becomeMember(page)
  await open(page, leads('/settings/company'))
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => save.isDisabled(), patience).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('textbox', { name: 'Company name' }).fill('Roofers & Sons')
  await save.click()
  await page.getByText('Your company profile is updated.', { exact: true }).waitFor()
  await expect.poll(() => save.isDisabled(), patience).toBe(true)
  await expectAccessible(page)
})
