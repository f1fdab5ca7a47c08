import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { pressEnter } from '../keyboard.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** The editor of the documents that the public pages are made of. */

journey(
  'a page of text is changed, seen on the site, merged with another window and brought back',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 409/, /ERR_FAILED/] })
    await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
    await open(page, courses('/admin/content'))
    await expectAccessible(page)
    await pressEnter(page.getByRole('link', { name: 'Pages of text' }))
    await page.getByRole('heading', { level: 1, name: 'Pages of text' }).waitFor()
    await expectAccessible(page)
    await pressEnter(page.getByRole('main').getByRole('link', { name: 'Share your lessons' }))
    const lead = page.getByRole('textbox', { name: 'Opening sentence' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const before = await lead.inputValue()
    expect(await save.isDisabled()).toBe(true)
    await expectAccessible(page)

    const text = `Written by a journey ${randomBytes(4).toString('hex')}`
    await lead.fill(text)
    const opened = page.context().waitForEvent('page')
    await pressEnter(page.getByRole('button', { name: 'Preview' }))
    const preview = await opened
    await preview.getByText('This is a preview.').waitFor()
    await preview.getByText(text).waitFor()
    await expectAccessible(preview)
    await preview.close()
    // Another browser that hears nothing of the first one (two tabs of one browser tell each other): what is saved
    // there meanwhile is merged by the server.
    const other = await visitor({ expected: [/status of 409/, /ERR_FAILED/] })
    await enter(other, sampleLogin('super_admin'), inject('coursesUrl'))
    await other.route('**/api/events', (route) => route.abort())
    await open(other, page.url())
    await pressEnter(save)
    await page.getByText('The document is saved.').waitFor()
    await open(page, courses('/share-lessons'))
    await page.getByText(text).waitFor()
    await page.goBack()

    await other.getByRole('textbox', { name: 'Opening sentence' }).fill('Written in another window')
    await pressEnter(other.getByRole('button', { name: 'Save', exact: true }))
    await other.getByRole('heading', { name: 'Somebody else has changed the same words' }).waitFor()
    await other.getByRole('region', { name: 'Theirs: Opening sentence' }).getByText(text).waitFor()
    expect(await other.getByRole('textbox', { name: 'Opening sentence' }).inputValue()).toBe(
      'Written in another window',
    )
    await expectAccessible(other)
    await pressEnter(other.getByRole('button', { name: 'Save', exact: true }))
    await other.getByText('The document is saved.').waitFor()

    await pressEnter(other.getByRole('link', { name: 'History' }))
    await other.getByRole('heading', { name: 'History: Share your lessons' }).waitFor()
    await expectAccessible(other)
    await pressEnter(other.getByRole('button', { name: 'Bring back: Version 1', exact: true }))
    await pressEnter(other.getByRole('dialog').getByRole('button', { name: 'Bring back' }))
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

journey(
  'the terms of the other site are edited, and a second window takes the change in while it is written in',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'))
    await open(page, leads('/admin/content'))
    await pressEnter(page.getByRole('link', { name: 'Pages of text' }))
    await pressEnter(page.getByRole('main').getByRole('link', { name: 'Terms', exact: true }))
    const body = page.getByRole('textbox', { name: 'Text', exact: true })
    await body.waitFor()
    const before = await body.inputValue()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const other = await page.context().newPage()
    await open(other, page.url())
    const summary = other.getByRole('textbox', { name: 'Description' })
    const described = await summary.inputValue()
    // A box that nobody wrote in loses its selection when the page reads again, which it does once at the beginning.
    await summary.fill('x')
    await summary.fill('Typed in the other window')
    const mark = `Agreed by a journey ${randomBytes(4).toString('hex')}.`
    await body.fill(`${before}\n\n${mark}`)
    await pressEnter(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('The document is saved.').waitFor()
    await other.getByText('Somebody else saved this document just now.').waitFor()
    expect(await other.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toContain(mark)
    expect(await summary.inputValue()).toBe('Typed in the other window')
    await open(page, leads('/terms'))
    await page.getByText(mark).waitFor()
    await expectAccessible(page)

    // The other journeys read this page too.
    await other.getByRole('textbox', { name: 'Text', exact: true }).fill(before)
    // A phone's keyboard ends a word with a space, which the server does not keep.
    await summary.fill(`${described} `)
    const save = other.getByRole('button', { name: 'Save', exact: true })
    await pressEnter(save)
    await other.getByText('The document is saved.').waitFor()
    await expect.poll(() => summary.inputValue(), patience).toBe(described)
    await expect.poll(() => save.isDisabled(), patience).toBe(true)
    expect(await other.getByText(/^Somebody else/).count()).toBe(0)
    const restored = await page.request.get(leads('/terms'))
    expect(await restored.text()).not.toContain('Typed in the other window')
  },
)

journey('what is written in a document that somebody else deletes is kept', async ({ visitor }) => {
  const page = await visitor({ expected: [/status of 404/] })
  await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
  const name = `Draft ${randomBytes(4).toString('hex')}`
  await open(page, courses('/admin/content/faq/new'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Drafts')
  await page.getByRole('textbox', { name: 'Order number', exact: true }).fill('99')
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Not yet.')
  await pressEnter(page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('heading', { level: 1, name }).waitFor()

  const other = await page.context().newPage()
  await open(other, page.url())
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('It is kept.')
  await pressEnter(other.getByRole('button', { name: 'Delete', exact: true }))
  const asked = other.getByRole('dialog')
  await asked.getByText("Are you sure you'd like to delete this document?", { exact: true }).waitFor()
  await expectAccessible(other)
  await pressEnter(asked.getByRole('button', { name: 'Delete', exact: true }))
  await other.waitForURL((url) => url.pathname === '/admin/content/faq')
  await page.getByText('Somebody else has deleted this document.').waitFor()
  await expectAccessible(page)
  await pressEnter(page.getByRole('button', { name: 'Save as a new document' }))
  await page.getByRole('link', { name: 'History' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Answer', exact: true }).inputValue()).toBe('It is kept.')
  await pressEnter(page.getByRole('button', { name: 'Delete', exact: true }))
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await page.waitForURL((url) => url.pathname === '/admin/content/faq')
})

journey('a site’s content is taken out as a file, looked at and brought back in', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('super_admin'))
  await open(page, leads('/admin/content'))
  const loaded = page.waitForEvent('download')
  await pressEnter(page.getByRole('link', { name: 'Download as ZIP' }))
  const path = await (await loaded).path()
  const chosen = page.waitForEvent('filechooser')
  await pressEnter(page.getByRole('button', { name: 'Bring in a ZIP' }))
  await (await chosen).setFiles({
    name: 'content.zip',
    mimeType: 'application/zip',
    buffer: await readFile(path),
  })
  const asked = page.getByRole('group', { name: 'What this file would change' })
  await asked.getByText('Everything is as the file has it.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

journey(
  'a card is marked, archived and brought back by keyboard while somebody else looks on',
  async ({ visitor }) => {
    for (const [site, path] of [
      [inject('leadsUrl'), '/admin/content/pages'],
      [inject('coursesUrl'), '/admin/content/faq'],
    ] as const) {
      const [page, other] = [await visitor(), await visitor({ viewport: phone, colorScheme: 'dark' })]
      for (const one of [page, other]) {
        await enter(one, sampleLogin('super_admin'), site)
        await open(one, new URL(path, site).href)
      }
      const cardOf = (of: Page) => of.getByRole('main').getByRole('listitem').first()
      const name = (await cardOf(page).getByRole('link').textContent()) ?? ''
      const press = async (label: string) =>
        await pressEnter(cardOf(page).getByRole('button', { name: label, exact: true }))
      await press('Make a favorite')
      await cardOf(other).getByRole('img', { name: 'Favorite' }).waitFor()
      await expectAccessible(other)
      await expectNoSidewaysScroll(other)
      await press('No favorite any more')
      await cardOf(other).getByRole('img', { name: 'Favorite' }).waitFor({ state: 'hidden' })
      const link = (of: Page) => of.getByRole('main').getByRole('link', { name, exact: true })
      await press('Archive')
      await link(other).waitFor({ state: 'hidden' })
      await pressEnter(page.getByRole('link', { name: 'Show archived' }))
      await link(page).waitFor()
      await expectAccessible(page)
      await press('Bring back from the archive')
      await link(other).waitFor()

      // What one admin types into the board stays while another one saves it.
      const box = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true })
      const described = await box(other, 'Description').inputValue()
      await box(page, 'Name').fill('Typed and not saved')
      for (const text of ['Described by another admin', described]) {
        await box(other, 'Description').fill(text)
        await pressEnter(other.getByRole('button', { name: 'Save', exact: true }))
        await expect.poll(() => box(page, 'Description').inputValue(), patience).toBe(text)
        expect(await box(page, 'Name').inputValue()).toBe('Typed and not saved')
      }
    }
  },
)
