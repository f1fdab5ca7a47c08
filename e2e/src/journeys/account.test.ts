import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { type Letter, readLetter } from '../mail-folder.ts'
import { codeOfApp } from '../one-time-code.ts'
import { becomeMember, becomeProvenMember, codeIn, fillLogin, signOut } from '../people.ts'
import { onePixel } from '../pictures.ts'
import { patience } from '../search-screen.ts'

journey('an account is verified by the code of a mail, after a wrong one', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, expected: [/status of 422/, /ERR_FAILED|Failed to fetch/] })
  const { email } = await becomeMember(page)
  await open(page, leads('/settings/profile'))
  await page.getByText('Your account is not verified yet.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Verify your account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Verify your account' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await page.getByText(`A code is on its way to ${email}.`).waitFor()
  await expectAccessible(page)
  const code = await readLetter(email, codeIn, 'a code')
  const box = page.getByRole('textbox', { name: 'Verification code' })
  // Without an answer the box stays, with what was typed. It is there again after a reload, as of a phone whose reader
  // was at their mail.
  await box.fill(code)
  await page.route(/verify_account/, (route) => route.abort())
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByText('The site did not answer. Check your connection and send it again').waitFor()
  expect(await box.inputValue()).toBe(code)
  await page.unroute(/verify_account/)
  await page.reload()
  await box.waitFor()
  await box.fill(code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByText('Your verification code is incorrect.  Please try again.').waitFor()
  await expectAccessible(page)
  // A code is void after five wrong tries, as after ten minutes.
  const wrong = 'Your verification code is incorrect.  Please try again.'
  const over = 'Your verification code has expired.  Please send a new one.'
  for (let tries = 1; tries < 6; tries += 1) {
    // The previous answer says the same, so the next click waits for this answer.
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await answered
    await page.getByText(tries < 5 ? wrong : over, { exact: true }).waitFor()
  }
  await expectAccessible(page)
  await page.getByText('By text message instead').click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('12')
  await page.getByRole('button', { name: 'Send a code by text message' }).click()
  await page.getByText("Uh oh, we couldn't verify your account: Please update the phone number.").waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await page.getByText(`A code is on its way to ${email}.`).waitFor()
  const another = (letter: Letter) => [codeIn(letter)].find((each) => each !== code)
  await box.fill(await readLetter(email, another, 'another code'))
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByText('Huzzah! You successfully verified your account.', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  expect(await page.getByText('Your account is not verified yet.').count()).toBe(0)
})

journey('two steps are set up, and logging in asks for a code', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 4(01|03|22)/] })
  const person = await becomeProvenMember(page)
  await open(page, leads('/settings/two_factor'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByRole('textbox', { name: 'Current password' }).fill('not the password')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText("Uh oh, that didn't work :(", { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText("You're in! Nice work. :)", { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByRole('img', { name: 'Picture for the authenticator app' }).waitFor()
  await expectAccessible(page)
  const secret = (await page.getByTestId('two-factor-secret').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code of the app' }).fill(codeOfApp(secret))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByRole('heading', { name: 'Your backup codes' }).waitFor()
  await expectAccessible(page)
  const backup =
    (await page
      .getByRole('list')
      .filter({ hasNot: page.getByRole('link') })
      .getByRole('listitem')
      .first()
      .textContent()) ?? ''

  await signOut(page)
  await open(page, leads('/login'))
  await fillLogin(page, person)
  await page.getByText('One more step: type the code that your authenticator app shows.').waitFor()
  await expectAccessible(page)
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Uh oh, there was a problem logging you in.', { exact: true }).waitFor()
  await code.fill(backup)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'What are you looking for?' }).waitFor()
  await open(page, leads('/settings/two_factor'))
  await page.getByText('Two-step log-in is on.').waitFor()
})

for (const [name, at] of [
  ['Leads', leads],
  ['Courses', courses],
] as const) {
  journey(`${name}: the password is changed after re-authentication`, async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 4(01|03|22)/] })
    const person = await becomeMember(page)
    await open(page, at('/settings/change_password'))
    await expectAccessible(page)
    const submit = page.getByRole('button', { name: 'Submit' })
    expect(await submit.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await submit.click()
    await page.getByText("You're in! Nice work. :)", { exact: true }).waitFor()
    const renewed = `${person.password} renewed`
    await page.getByRole('textbox', { name: 'New password' }).fill(renewed)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('something else')
    await page.getByText("Uh oh, your passwords don't match :(", { exact: true }).waitFor()
    const change = page.getByRole('button', { name: 'Change', exact: true })
    expect(await change.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(renewed)
    await page.getByText('Yay, your passwords match :)', { exact: true }).waitFor()
    for (const field of ['New password', 'Confirm password'])
      await page.getByRole('textbox', { name: field }).fill('aaaaaaaa')
    await change.click()
    const tooSimple = 'That password is too easy to guess. Please choose another.'
    await page.getByText(`Password was not updated: ${tooSimple}`, { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByText('At least 8 characters.').waitFor()
    for (const field of ['New password', 'Confirm password'])
      await page.getByRole('textbox', { name: field }).fill(renewed)
    await page.getByRole('checkbox', { name: 'End my API keys too' }).check()
    await expectAccessible(page)
    await change.click()
    await page.getByText('Password updated successfully!', { exact: true }).waitFor()
    const after = name === 'Leads' ? '/search' : '/settings/profile'
    expect(new URL(page.url()).pathname).toBe(after)
    await expectAccessible(page)
  })
}

journey('the address is changed by the code of the new one, and both are notified', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, expected: [/status of 4(03|09|22)/] })
  const person = await becomeMember(page)
  const renewed = `renewed-${person.email}`
  await open(page, leads('/settings/update_email'))
  await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await page.getByRole('button', { name: 'Submit' }).click()
  const box = page.getByRole('textbox', { name: 'New email' })
  await box.fill('nobody')
  await page.getByText("Uh oh, that doesn't look like an email address.", { exact: true }).waitFor()
  await box.fill(person.email)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Email was not updated: That is your address already.').waitFor()
  await expectAccessible(page)
  await box.fill(renewed.toUpperCase())
  await page.getByText('Email looks good.', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText(`We sent a code to ${renewed}.`).waitFor()
  await expectNoSidewaysScroll(page)
  const code = await readLetter(renewed, codeIn, 'a code')
  await open(page, page.url())
  await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'I have a code already' }).press('Enter')
  const codeBox = page.getByRole('textbox', { name: 'Code' })
  await codeBox.waitFor()
  await expectAccessible(page)
  await codeBox.fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`Email successfully updated to ${renewed}`, { exact: true }).waitFor()
  await expectAccessible(page)
})

journey(
  'the profile requires a name, a telephone number and an organization on Courses',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 422/] })
    // One login for both sites.
    await becomeMember(page)
    await open(page, courses('/settings/profile'))
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => save.isDisabled(), patience).toBe(true)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
    await page.getByText('Please update the name.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
    await page.getByText('Please update the phone number.', { exact: true }).waitFor()
    await page.getByText('Please select an organization.', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 202 555 0143')
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Other')
    await page.getByText('Please add the name of your organization.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Name of your organization' }).fill('Society of Friends')
    await save.click()
    await page.getByText('Your profile has been created!', { exact: true }).waitFor()
    await expect.poll(() => save.isDisabled(), patience).toBe(true)
    await expectAccessible(page)

    // A phone's keyboard ends a word with a space; the server keeps none.
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Ada L ')
    await save.click()
    await expect.poll(() => name.inputValue(), patience).toBe('Ada L')
    await expect.poll(() => save.isDisabled(), patience).toBe(true)
    // What is typed stays while another form of the page is saved.
    await name.fill('Ada Lovelace')
    await page.getByLabel('A picture of you').setInputFiles({
      ...{ name: 'ada.png', mimeType: 'image/png', buffer: onePixel },
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Remove the photo' }).waitFor()
    expect(await name.inputValue()).toBe('Ada Lovelace')
    // And what is typed while the form itself is saved.
    await page.route(/\/settings\/profile\.data/, async (route) => {
      if (route.request().method() === 'POST') {
        await name.press('End')
        await name.pressSequentially(', countess')
      }
      await route.continue()
    })
    await save.click()
    await page.getByText('Your profile has been updated!', { exact: true }).waitFor()
    await expect.poll(() => name.inputValue(), patience).toBe('Ada Lovelace, countess')
    // While it is sent the button is disabled too.
    await expect.poll(() => save.isDisabled(), patience).toBe(false)
  },
)
