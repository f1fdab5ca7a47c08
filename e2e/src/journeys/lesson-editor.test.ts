import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import {
  caretAtEnd,
  conflicts,
  offline,
  openEditor,
  saved,
  seenSaving,
  linesOf as textOf,
  typeAt,
} from '../editor-screen.ts'
import { journey } from '../journey.ts'
import { keptOnDisk } from '../killable-browser.ts'
import { sampleLogin } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { patience } from '../search-screen.ts'
import { addCaptions, addDraftLesson } from '../written-lesson.ts'

const start = 'The state may not favour a religion.\n\nNor may it hinder one.\n'

/** A text as old programs of Windows write it: each of its characters is one byte. */
const windows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => signs.get(character) ?? character.charCodeAt(0)))
const signs = new Map([...'“”–’…'].map((sign, at) => [sign, [0x93, 0x94, 0x96, 0x92, 0x85][at] ?? 0]))

/** Longer than the box it is written in. */
const long = `${start}${'\nA text of many lines scrolls in its box.\n'.repeat(30)}`

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

journey(
  'an author writes, and what is written is saved, previewed and kept without a network',
  async ({ visitor }) => {
    const page = await visitor({ emptyCache: true, expected: [...offline, /status of 422/] })
    const lesson = await addDraftLesson(sampleLogin('author'), long)
    await openEditor(page, lesson, sampleLogin('author'))
    await page.getByText('DRAFT').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await seenSaving(page, page.getByRole('button', { name: 'Saving', exact: true }), async () => {
      await typeAt(page, 3, ' Conscience is ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('free')
    })
    await page.getByRole('button', { name: 'Done Editing', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Preview' }).getByText('free', { exact: true }).waitFor()

    // An address that does not fit its type waits; everything else is saved.
    await page.getByRole('textbox', { name: 'Address of the video' }).fill('https://vimeo.com/123456789')
    await page.getByText(/That is not the address of a YouTube video/).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('On conscience')
    await page.getByText('Some fields are not right yet. Everything else is saved.').waitFor()
    // Nothing is being saved. The button says so, and leads to the field that holds it up.
    await page.getByRole('button', { name: 'Done Editing', exact: true }).click()
    await page.getByText('Please put “Address of the video” right first. Then you can leave.').waitFor()
    const video = page.getByRole('textbox', { name: 'Address of the video' })
    expect(await video.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.getByRole('combobox', { name: 'Where the video is' }).selectOption('vimeo')
    await saved(page)

    // Its address in the course is changed here too; the page follows, and nothing that was typed is lost.
    await page.getByText('It is lesson 1 of this course.').waitFor()
    const address = page.getByRole('textbox', { name: 'Address in this course' })
    await address.fill('On Conscience')
    await page.getByRole('button', { name: 'Save for this course' }).click()
    await page.getByText(/An address is made of small letters and digits/).waitFor()
    await address.fill('on-conscience')
    await page.getByRole('button', { name: 'Save for this course' }).click()
    await page.waitForURL(`${lesson.replace(/1$/, 'on-conscience')}/edit`)
    await saved(page)
    await address.fill('1')
    await page.getByRole('button', { name: 'Save for this course' }).click()
    await page.waitForURL(`${lesson}/edit`)

    await page.context().setOffline(true)
    await typeAt(page, 1, ' This was written in a train.')
    await page.getByText(/The server cannot be reached/).waitFor()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await open(page, `${lesson}/edit`)
    await page.getByText(/^Words of an earlier visit/).waitFor()
    await expect.poll(async () => (await textOf(page))[0], patience).toMatch(/written in a train\.$/)
    await saved(page)
    await page.getByRole('button', { name: 'Done Editing', exact: true }).click()
    await page.waitForURL(lesson)
    // The address changes before the page does, and the editor has the same heading and words.
    await page.getByRole('link', { name: 'Edit this lesson' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'On conscience' }).waitFor()
    await page.getByText(/written in a train\./).waitFor()
  },
)

/** A window reads what others saved when its network is back. */
const readAgain = async (page: Page) => await page.evaluate(() => window.dispatchEvent(new Event('online')))

journey(
  'two windows of one account lose nothing: what is apart is joined, what is the same is asked',
  async ({ visitor }) => {
    const lesson = await addDraftLesson(sampleLogin('author'), start)
    const [one, other] = [await visitor({ expected: conflicts }), await visitor()]
    await openEditor(one, lesson, sampleLogin('author'))
    await openEditor(other, lesson, sampleLogin('author'))

    await typeAt(one, 1, ' So says the first.')
    await saved(one)
    await typeAt(other, 3, ' So says the second.')
    const joined = [/So says the first\.$/, '', /So says the second\.$/, '']
    await expect
      .poll(async () => await textOf(other), patience)
      .toEqual(joined.map((line) => (line === '' ? '' : expect.stringMatching(line))))
    await saved(other)
    // The caret stays at its words while others' come in.
    await other.keyboard.type(' Still here.')
    await expect.poll(async () => (await textOf(other))[2], patience).toMatch(/the second\. Still here\.$/)
    await saved(other)

    await caretAtEnd(one, 3)
    await one.keyboard.type(' Mine!')
    await one.getByRole('heading', { name: 'Somebody else changed the same words' }).waitFor()
    // The question takes the place of the text. Who types on does so in it, and this browser keeps that.
    const yours = one.getByRole('textbox', { name: 'Yours', exact: true })
    await yours.getByText(/Mine!/).waitFor()
    await one.keyboard.type(' All of it.')
    await keptOnDisk(one, 'freeor-editor', 'Mine! All of it.')
    expect(await one.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    await expectAccessible(one)
    const theirs = one.getByRole('textbox', { name: 'Theirs', exact: true })
    await theirs.getByText(/So says the second\. Still here\./).waitFor()
    await yours.getByText(/Mine! All of it/).click()
    await one.keyboard.press('End')
    await one.keyboard.type(' And theirs.')
    await one.getByRole('button', { name: 'Save this' }).click()
    await saved(one)
    await expect.poll(async () => (await textOf(one))[2], patience).toMatch(/Mine! All of it\. And theirs\.$/)

    await one.getByRole('button', { name: 'Show the history' }).click()
    const versions = one.getByRole('list', { name: /^Versions/ }).getByRole('button')
    await expect.poll(async () => await versions.count(), patience).toBeGreaterThan(3)
    await versions.nth(1).click()
    await one.getByRole('heading', { name: /^What has changed since version/ }).waitFor()
    await expectAccessible(one)
    await one.getByRole('button', { name: /^Bring back version/ }).click()
    await one.getByText(/^Version \d+ is back/).waitFor()
    await expect.poll(async () => (await textOf(one))[2], patience).toMatch(/Still here\.$/)
  },
)

journey(
  'the caret of a field stays at its words when somebody else changes the field',
  async ({ visitor }) => {
    const lesson = await addDraftLesson(sampleLogin('author'), start)
    const [one, other] = [await visitor(), await visitor()]
    await openEditor(one, lesson, sampleLogin('author'))
    await openEditor(other, lesson, sampleLogin('author'))
    const theirs = one.getByRole('textbox', { name: 'Description' })
    const box = other.getByRole('textbox', { name: 'Description' })
    await theirs.fill('Of conscience.\nOf law.\nOf the state.')
    await saved(one)
    await readAgain(other)
    await expect.poll(async () => await box.inputValue(), patience).toMatch(/Of law/)

    await box.click()
    await other.keyboard.press('Control+Home')
    await other.keyboard.press('ArrowDown')
    await other.keyboard.press('End')
    await theirs.fill('In three parts.\nOf conscience.\nOf law.\nOf the state.\nAnd of both.')
    await saved(one)
    await readAgain(other)
    await expect.poll(async () => await box.inputValue(), patience).toMatch(/of both/)
    await other.keyboard.type(' And of courts.')
    await saved(other)
    expect(await box.inputValue()).toMatch(/^Of law\. And of courts\.$/m)
  },
)

journey(
  'on a phone the preview is a tab, a picture is added, and captions are refused by line',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone })
    await openEditor(page, await addDraftLesson(sampleLogin('author'), start), sampleLogin('author'))
    await expectNoSidewaysScroll(page)
    await page.getByText('Preview', { exact: true }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Nor may it hinder one.').waitFor()
    await expectAccessible(page)
    await page.getByText('Write', { exact: true }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await (await chooser).setFiles({ name: 'a_lamp.png', mimeType: 'image/png', buffer: onePixel })
    // What it shows is asked for; until then it has no words.
    const shows = page.getByRole('textbox', { name: 'What does the picture show?' })
    await shows.waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shows.fill('A lamp')
    await shows.press('Enter')
    await page.getByText('Preview', { exact: true }).click()
    await page.getByRole('img', { name: 'A lamp' }).waitFor()

    await page.getByRole('textbox', { name: 'Name that viewers choose it by' }).fill('English')
    const file = page.getByRole('textbox', { name: 'Text of the file' })
    await file.fill('WEBVTT\n\n00:04.000 --> 00:01.000\nBackwards\n')
    await page.getByText('Line 3: It ends before it begins').waitFor()
    const save = page.getByRole('button', { name: 'Save captions' })
    expect(await save.isDisabled()).toBe(true)
    await file.fill('1\n00:00:01,000 --> 00:00:04,000\nForwards\n')
    await save.click()
    await page.getByText('Saved, with 1 line.').waitFor()
    await page.getByText('Captions: English (en)').waitFor()
    await expectNoSidewaysScroll(page)
  },
)

journey(
  'a file of captions from Windows keeps its accents, for its author and its viewers',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 409/] })
    const lesson = await addDraftLesson(sampleLogin('author'), start)
    await openEditor(page, lesson, sampleLogin('author'))
    const words = 'Élan, “naïveté” – it’s façade…'
    const lines = ['1', '00:00:01,000 --> 00:00:04,000', words, '']
    await page.getByRole('textbox', { name: 'Language, as in en or pt-BR' }).fill('fr')
    await page.getByRole('textbox', { name: 'Name that viewers choose it by' }).fill('Français')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    const buffer = windows1252(lines.join('\r\n'))
    await (await chooser).setFiles({ name: 'windows.srt', mimeType: 'application/x-subrip', buffer })
    const text = page.getByRole('textbox', { name: 'Text of the file' })
    await expect.poll(() => text.inputValue(), patience).toContain(words)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save captions' }).click()
    await page.getByText('Captions: Français (fr)').waitFor()
    // Deleted by mistake, it is brought back as it was: what viewers see below is the file that came back.
    await page.getByRole('button', { name: 'Delete: Captions, Français' }).press('Enter')
    // The offer to undo is over after 20 s, unless somebody is at it.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.getByText('There are none yet.').waitFor()
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'captions-deleted-360')
    await undo.press('Enter')
    await page.getByText('Captions: Français (fr)').waitFor()
    // Not in the place of a newer file, of somebody else or one's own.
    await page.getByRole('button', { name: 'Delete: Captions, Français' }).press('Enter')
    await undo.focus()
    await page.getByText('There are none yet.').waitFor()
    await addCaptions(lesson, 'fr', 'Français')
    await undo.press('Enter')
    await page.getByText('Somebody has saved another file of this language since. It stays.').waitFor()
    await page.getByText('Captions: Français (fr)').waitFor()
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'captions-saved-since-360')
    await undo.waitFor({ state: 'detached', timeout: 10_000 })
    await page.getByRole('button', { name: 'Delete: Captions, Français' }).press('Enter')
    await page.getByText('There are none yet.').waitFor()
    await page.getByRole('textbox', { name: 'Language, as in en or pt-BR' }).fill('fr')
    await page.getByRole('textbox', { name: 'Name that viewers choose it by' }).fill('Français')
    await text.fill(`WEBVTT\n\n00:01.000 --> 00:04.000\n${words}\n`)
    await page.getByRole('button', { name: 'Save captions' }).press('Enter')
    await page.getByText('Captions: Français (fr)').waitFor()
    await undo.waitFor({ state: 'detached', timeout: 10_000 })
    await page.getByRole('combobox', { name: 'Where the video is' }).selectOption({ label: 'A video file' })
    await page.getByRole('textbox', { name: 'Address of the video' }).fill('/videos/how-it-works.mp4')
    await saved(page)
    await open(page, lesson)
    await page.getByText(words).first().waitFor()
  },
)
