import { randomBytes } from 'node:crypto'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'

/** The editor of the documents that the public pages are made of. */

journey(
  'a page of text is changed, seen on the site, merged with another window and brought back',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 409/] })
    await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
    await open(page, courses('/admin/content'))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pages of text' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pages of text' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Share your lessons' }).click()
    const lead = page.getByRole('textbox', { name: 'Opening sentence' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const before = await lead.inputValue()
    expect(await save.isDisabled()).toBe(true)
    await expectAccessible(page)

    const other = await page.context().newPage()
    await open(other, page.url())
    const text = `Written by a journey ${randomBytes(4).toString('hex')}`
    await lead.fill(text)
    await save.click()
    await page.getByText('The document is saved.').waitFor()
    await open(page, courses('/share-lessons'))
    await page.getByText(text).waitFor()
    await page.goBack()

    await other.getByRole('textbox', { name: 'Opening sentence' }).fill('Written in another window')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByRole('heading', { name: 'Somebody else has changed the same words' }).waitFor()
    await other.getByRole('region', { name: 'Theirs: Opening sentence' }).getByText(text).waitFor()
    expect(await other.getByRole('textbox', { name: 'Opening sentence' }).inputValue()).toBe(
      'Written in another window',
    )
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByText('The document is saved.').waitFor()

    await other.getByRole('link', { name: 'History' }).click()
    await other.getByRole('heading', { name: 'History: Share your lessons' }).waitFor()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Bring back: Version 1', exact: true }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
    await other.getByText('The version is back.').waitFor()
    await open(page, courses('/share-lessons'))
    await page.getByText(before).first().waitFor()
  },
)

journey('the editor fits a phone, and is no page for whoever edits nothing', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, colorScheme: 'dark' })
  await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
  for (const path of ['', '/faq', '/faq/new']) {
    await open(page, courses(`/admin/content${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const member = await visitor({ expected: [/status of 404/] })
  await becomeMember(member, inject('coursesUrl'))
  const answer = await member.goto(courses('/admin/content'))
  expect(answer?.status()).toBe(404)
})
