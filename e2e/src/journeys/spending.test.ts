import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { readLetter } from '../mail-folder.ts'
import { enter, sampleLogin } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, pressOrder } from '../search-screen.ts'

journey(
  'an owner limits a member, whose download waits for approval and is then theirs, by the keyboard and on a phone',
  async ({ visitor }) => {
    const [boss, colleague] = [sampleLogin('owner'), sampleLogin('member')]
    const owner = await visitor({ expected: [/status of 422/] })
    await enter(owner, boss)
    const { members } = (await (await owner.request.get(leads('/api/spending'))).json()) as {
      members: { name: string; email: string; used: number }[]
    }
    const known = members.find(({ email }) => email === colleague.email)
    const name = known?.name || colleague.email
    await open(owner, leads('/settings/spending'))
    await owner.getByText('Nothing waits.').waitFor()
    await expectAccessible(owner)
    const limit = owner.getByRole('textbox', { name: `Limit of ${name}; empty for none` })
    const save = owner.getByRole('button', { name: `Save the limit of ${name}` })
    await limit.fill('many')
    await save.press('Enter')
    await owner.getByText('Please enter a whole number of leads').waitFor()
    await limit.fill(String(known?.used ?? 0))
    await limit.press('Enter')
    await owner.getByText('The limit is saved.').waitFor()
    await owner.getByText(`${known?.used} of ${known?.used}`).waitFor()

    const member = await visitor({ viewport: phone, colorScheme: 'dark', expected: [/status of 402/] })
    await enter(member, colleague)
    await openSearch(member, { dslFilter: 'state:ND' })
    await member.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = member.getByRole('dialog', { name: 'Download leads' })
    const searchName = `Dakota ${Date.now()}`
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill(searchName)
    await dialog.getByRole('textbox', { name: 'At most' }).fill('2')
    await pressOrder(dialog, 'Download for 2 leads')
    await dialog.getByText(/takes 2 new leads, and you may take 0 more/).waitFor()
    await dialog.getByRole('textbox', { name: 'What it is for (optional)' }).fill('For the fair')
    await expectAccessible(member)
    await expectNoSidewaysScroll(member)
    await takePicture(member, 'spending-ask-360')
    await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
    await dialog.getByText('Your request is sent.').waitFor()
    await readLetter(
      boss.email,
      ({ subject }) => (subject.includes(searchName) ? subject : undefined),
      'a request',
    )
    await dialog.getByRole('link', { name: 'See your requests' }).press('Enter')
    await member.getByRole('button', { name: `Take back: ${searchName}` }).waitFor()
    await expectAccessible(member)
    await expectNoSidewaysScroll(member)
    await takePicture(member, 'spending-own-360')

    await open(owner, leads('/settings/spending'))
    await owner.getByText('For the fair').waitFor()
    await expectAccessible(owner)
    await takePicture(owner, 'spending-1280')
    const approve = `Approve ${searchName}, 2 new leads`
    await owner.getByRole('button', { name: approve }).press('Enter')
    const question = owner.getByRole('dialog', { name: approve })
    await question.waitFor()
    await expectAccessible(owner)
    await question.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await owner.getByText('The download is approved: its file is being made.').waitFor()
    await owner.getByText('Nothing waits.').waitFor()

    const told = ({ subject }: { subject: string }) => (subject.includes(searchName) ? subject : undefined)
    expect(await readLetter(colleague.email, told, 'a decision')).toContain('Your download is approved')
    await open(member, leads('/search'))
    await member.getByText(searchName).first().waitFor()

    await owner.getByRole('textbox', { name: `Limit of ${name}; empty for none` }).fill('')
    await owner.getByRole('button', { name: `Save the limit of ${name}` }).press('Enter')
    await owner.getByText('The limit is saved.').waitFor()

    // On a screen of 1280 pixels at 400 % its button is whole.
    await owner.setViewportSize({ width: 320, height: 568 })
    const hidden = await save.getByText('Save').evaluate((label) => label.scrollWidth - label.clientWidth)
    expect(hidden).toBe(0)
  },
)
