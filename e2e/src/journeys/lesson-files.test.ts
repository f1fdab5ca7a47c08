import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { field, linesOf, offline, openEditor, saved, seenSaving } from '../editor-screen.ts'
import { courses, journey } from '../journey.ts'
import { keptOnDisk, killableBrowser } from '../killable-browser.ts'
import { enter, sampleLogin } from '../people.ts'
import { onePixel } from '../pictures.ts'
import { patience } from '../search-screen.ts'
import { addDraftLesson } from '../written-lesson.ts'

/** Pictures and files on their way into a lesson's text, and what a killed browser leaves of what was typed. */

const author = () => sampleLogin('author')

/** Brings a picture to the text as a browser does: by the clipboard, or dropped by the pointer. */
async function bring(page: Page, how: 'paste' | 'drop', name: string): Promise<void> {
  await field(page).evaluate(
    (element, { how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const { left, top } = element.getBoundingClientRect()
      const common = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 20, clientY: top + 20 }),
      )
    },
    { how, name, base64: onePixel.toString('base64') },
  )
}

const shows = (page: Page) => page.getByRole('textbox', { name: 'What does the picture show?' })

journey(
  'pictures are pasted and dropped into the text, and their words are asked for',
  async ({ visitor }) => {
    const page = await visitor()
    await openEditor(page, await addDraftLesson(author(), 'A lamp.\n'), author())
    await field(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await bring(page, 'paste', 'screenshot 1.png')
    await page.getByRole('group', { name: 'Describe “screenshot 1.png”' }).waitFor()
    await expectAccessible(page)
    await shows(page).fill('An oil [lamp]')
    await page.getByRole('button', { name: 'Use this description' }).click()
    const picture = /^!\[An oil lamp\]\(\/api\/lesson-images\/cmp_\w+\/[a-z2-7]{16}-screenshot-1\.png\)$/
    await expect
      .poll(async () => (await linesOf(page)).some((line) => picture.test(line)), patience)
      .toBe(true)

    await bring(page, 'drop', 'line.png')
    await page.getByRole('group', { name: 'Describe “line.png”' }).waitFor()
    await page.getByRole('button', { name: 'It only decorates' }).click()
    await expect
      .poll(
        async () => (await linesOf(page)).some((line) => /^!\[\]\(\/api\/lesson-images\//.test(line)),
        patience,
      )
      .toBe(true)
    await page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'An oil lamp' }).waitFor()
    await saved(page)
  },
)

journey(
  'an upload goes on by itself after the network was away; its link is in the text, and the file is saved',
  async ({ visitor }) => {
    const page = await visitor({ emptyCache: true, expected: [...offline, /status of 422/] })
    const lesson = await addDraftLesson(author(), '')
    await openEditor(page, lesson, author())
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5 * 1024 * 1024, 'x')])
    // The network goes with the second piece.
    const pieces = '**/api/lesson-uploads/*'
    let sent = 0
    await page.route(pieces, async (route) => {
      if (route.request().method() === 'PATCH' && ++sent === 2) {
        await page.context().setOffline(true)
        return await route.abort('internetdisconnected')
      }
      await route.continue()
    })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File to download' }).click()
    await (await chooser).setFiles({ name: 'The reader.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText(/The reader\.pdf: the network is away/).waitFor()
    await page.unroute(pieces)
    await page.context().setOffline(false)
    const link = page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'The reader.pdf' })
    await link.waitFor()
    await saved(page)
    const src = (await link.getAttribute('href')) ?? ''
    const file = await page.request.get(courses(src))
    expect([file.status(), file.headers()['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    expect((await file.body()).equals(buffer)).toBe(true)

    const script = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File to download' }).click()
    await (await script).setFiles({
      name: 'run.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<script>'),
    })
    await page.getByText(/run\.html: Files of this kind are not taken/).waitFor()
  },
)

journey(
  'what the page read before a save, and hears after it, asks its author nothing',
  async ({ visitor }) => {
    const page = await visitor()
    const lesson = await addDraftLesson(author(), 'Of conscience.\n')
    await openEditor(page, lesson, author())
    // The page is read again after the captions; what it finds is held until the text is saved.
    let read = () => {}
    const isRead = new Promise<void>((resolve) => (read = resolve))
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/edit\.data/, async (route) => {
      const response = await route.fetch()
      read()
      await isReleased
      await route.fulfill({ response })
    })
    await page.getByRole('textbox', { name: 'Name that viewers choose it by' }).fill('English')
    await page
      .getByRole('textbox', { name: 'Text of the file' })
      .fill('WEBVTT\n\n00:00.000 --> 00:02.000\nOf conscience\n')
    await page.getByRole('button', { name: 'Save captions' }).click()
    await isRead
    await seenSaving(page, page.getByText('Your changes are being saved'), async () => {
      await field(page).click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('This is saved. ')
    })
    // Older than the draft: the lesson is read once more.
    const again = page.waitForResponse(/\/api\/lessons\/\w+\/source/)
    release()
    await again
    await page.getByText('Captions: English (en)').waitFor()
    await saved(page)
    expect(await page.getByText('Somebody else changed the same words').count()).toBe(0)
    expect((await linesOf(page))[0]).toBe('This is saved. Of conscience.')
  },
)

journey('a browser that is killed while its author types has lost no word', async () => {
  const lesson = await addDraftLesson(author(), 'The state may not favour a religion.\n')
  const browser = await killableBrowser()
  try {
    let context = await browser.start()
    let page = context.pages()[0] ?? (await context.newPage())
    await enter(page, author(), inject('coursesUrl'))
    await open(page, `${lesson}/edit`)
    await field(page).click()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.route('**/api/lessons/*', async (route) =>
      route.request().method() === 'PATCH' ? await route.abort() : await route.continue(),
    )
    await page.keyboard.type('Written just before the power failed. ')
    await page.getByText(/^(Your changes are being saved|The server cannot be reached)/).waitFor()
    await keptOnDisk(page, 'freeor-editor', 'power failed')
    await browser.kill()

    context = await browser.start()
    page = context.pages()[0] ?? (await context.newPage())
    await enter(page, author(), inject('coursesUrl'))
    await open(page, `${lesson}/edit`)
    await page.getByText(/^Words of an earlier visit/).waitFor()
    await expect
      .poll(async () => (await linesOf(page))[0], patience)
      .toBe('Written just before the power failed. The state may not favour a religion.')
    await saved(page)
  } finally {
    await browser.remove()
  }
})
