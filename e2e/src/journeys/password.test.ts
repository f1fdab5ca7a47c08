import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { expectAccessible, hydrated, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember, fillLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** The link of the reset mail to this address, once it is in the mail folder. */
async function resetLink(email: string): Promise<string> {
  const folder = join(inject('dataDir'), 'mail')
  const find = async (): Promise<string | undefined> => {
    const files = await readdir(folder).catch(() => [])
    for (const file of files.filter((each) => each.endsWith('.eml'))) {
      if (!(await readFile(join(folder, file), 'utf8')).includes(email)) continue
      const html = await readFile(join(folder, file.replace(/eml$/, 'html')), 'utf8')
      const link = /href="([^"]*(?:reset-password|reset_password)[^"]*)"/.exec(html)?.[1]
      if (link) return link.replaceAll('&amp;', '&')
    }
    return undefined
  }
  await expect
    .poll(find, { ...patience, message: 'No mail with a link to set a new password came' })
    .toBeDefined()
  return (await find()) ?? ''
}

journey('a forgotten password is reset by the link of the mail, once', async ({ visitor }) => {
  const { email, password } = await becomeMember(await visitor())
  const page = await visitor({ expected: [/status of 4\d\d/] })
  const renewed = `${password} renewed`

  // Whoever was on the way to a page arrives there in the end.
  await open(page, leads('/login?next=%2Fsettings%2Fprofile'))
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText(`If ${email} has an account, a link`).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')

  const link = await resetLink(email)
  await open(page, link)
  await page.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
  await expectAccessible(page)
  const set = page.getByRole('button', { name: 'Set new password' })
  await page.getByRole('textbox', { name: 'New password' }).fill(renewed)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('something else')
  await page.getByText("Uh oh, your passwords don't match", { exact: true }).waitFor()
  expect(await set.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(renewed)
  await set.click()
  await page.getByText('Your password is changed. Log in with the new one.').waitFor()

  await fillLogin(page, { email, password })
  await page.getByText('Uh oh, there was a problem logging you in.', { exact: true }).waitFor()
  await expectAccessible(page)
  await fillLogin(page, { email, password: renewed })
  await page.waitForURL(leads('/settings/profile'))

  // The used link says so when it is opened, and another can be asked for on the spot.
  const other = await visitor({ expected: [/status of 410/] })
  const answer = await other.goto(link)
  expect(answer?.status()).toBe(410)
  await hydrated(other)
  await other
    .getByText('This link is too old or was used already. Ask for a new one below.', { exact: true })
    .waitFor()
  expect(await other.getByRole('textbox', { name: 'New password' }).count()).toBe(0)
  await expectAccessible(other)
  await other.getByRole('textbox', { name: 'Email' }).fill(email)
  await other.getByRole('button', { name: 'Send reset link' }).click()
  await other.getByText(`If ${email} has an account, a link`).waitFor()

  // Its token is in no log: neither of the page nor of the check whether it still works.
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  const log = await readFile(join(inject('dataDir'), 'logs', 'server.log'), 'utf8')
  expect(log).toContain('/reset_password')
  expect(log).not.toContain(token)
})
