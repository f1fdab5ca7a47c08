import type { Page } from 'playwright-core'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, fillLogin, signOut, turnOnTwoSteps } from '../people.ts'

/** A device with passkeys and a fingerprint reader, simulated by Chromium. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

journey(
  'a passkey is added, logs in alone and as the second step, and the password is removed',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 4(01|03|09|22)/] })
    const person = await becomeProvenMember(page)
    await addAuthenticator(page)
    await open(page, leads('/settings/passkeys'))
    await page.getByText('No passkey yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText("You're in! Nice work. :)", { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByText('You can log in with this passkey now.', { exact: true }).waitFor()
    await page.getByText('works here, never used').waitFor()
    await expectAccessible(page)

    await signOut(page)
    await open(page, leads('/login?next=/settings/passkeys'))
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('works here, last used').waitFor()
    await page.getByRole('button', { name: 'Rename the passkey My laptop' }).click()
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.getByText('Old laptop', { exact: true }).waitFor()

    await turnOnTwoSteps(page, person)
    await signOut(page)
    await open(page, leads('/login?next=/settings/passkeys'))
    await fillLogin(page, person)
    await page.getByText('One more step: type the code that your authenticator app shows.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('Old laptop', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Remove my password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove my password' }).click()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByText("You're in! Nice work. :)", { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove my password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove my password' }).click()
    await page.getByText('Your password is removed.', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('This is your only way to log in.').waitFor()
  },
)
