import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone, stayHere } from '../browser.ts'
import { standInForFrames } from '../frame-stand-ins.ts'
import { courses, journey } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { patience } from '../search-screen.ts'
import { addHostedLesson } from '../written-lesson.ts'

const lesson = (slug: string) => courses(`/course/crs_introduction/lesson/${slug}`)

/** Where the video of the page is, in seconds; undefined before it is there. */
const videoAt = async (page: Page) =>
  await page.evaluate(
    () => document.querySelector<HTMLVideoElement>('video, youtube-frame, vimeo-video')?.currentTime,
  )

const play = (page: Page) => page.getByRole('button', { name: /^(Play|Continue at|Play from)/ })

/** Where the server has it that the learner is, in the lesson of the page. */
async function keptSecond(page: Page): Promise<number> {
  const path = page.url().replace('/course/', '/api/courses/').replace('/lesson/', '/lessons/')
  const { state } = await (await page.request.get(path)).json()
  return state?.positionSeconds ?? 0
}

/** Pauses by the keyboard, until the server has where: reports of earlier moments may be on their way. */
async function pause(page: Page): Promise<number> {
  await page.locator('media-controller').focus()
  await page.keyboard.press('k')
  await expect
    .poll(async () => await page.locator('media-play-button').getAttribute('mediapaused'), patience)
    .not.toBeNull()
  const second = (await videoAt(page)) ?? 0
  await expect.poll(() => keptSecond(page), patience).toBeGreaterThan(second - 1)
  return second
}

journey(
  'a lesson is watched, its position is kept, its captions lead and its notes stay',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('student'), inject('coursesUrl'))
    await open(page, lesson('2'))
    const foreign = await standInForFrames(page, inject('coursesUrl'))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await play(page).click()
    await expect.poll(async () => (await videoAt(page)) ?? 0, patience).toBeGreaterThan(1)
    // A line of the captions leads there.
    const words = 'And what a ruler grants, a ruler can take away'
    // Watched in the page: the video plays on, and the next line is the current one 6 s later.
    const current = page.waitForFunction(
      (said) => document.querySelector('[data-line][data-current]')?.textContent?.includes(said),
      words,
    )
    await page.getByRole('button', { name: words }).click()
    await expect.poll(async () => (await videoAt(page)) ?? 0, patience).toBeGreaterThan(30)
    await current
    // By keyboard: speed, pause.
    const video = page.locator('media-controller')
    await video.getByRole('button', { name: /playback rate/i }).focus()
    await page.keyboard.press('Enter')
    const rate = async () => await page.evaluate(() => document.querySelector('video')?.playbackRate)
    await expect.poll(rate, patience).toBe(1.25)
    await page.getByRole('button', { name: 'Bookmark this moment' }).click()
    await page.getByText(/^Bookmarked at \d:\d\d\.$/).waitFor()
    await page.getByRole('textbox', { name: 'New note' }).fill('Torda: who was left out?')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('Torda: who was left out?', { exact: true }).waitFor()
    const reported = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok())
    await video.focus()
    await page.keyboard.press('k')
    await reported
    await expectAccessible(page)
    expect(foreign.map((request) => request.url())).toEqual([])
  },
)

journey('on another device the video goes on where it was, and the notes are there', async ({ visitor }) => {
  const first = await visitor()
  const person = sampleLogin('graduate')
  await enter(first, person, inject('coursesUrl'))
  await open(first, lesson('3'))
  await play(first).click()
  await expect.poll(async () => (await videoAt(first)) ?? 0, patience).toBeGreaterThan(0)
  await first.getByRole('button', { name: /No arrangement guarantees freedom by its name/ }).click()
  await expect.poll(async () => (await videoAt(first)) ?? 0, patience).toBeGreaterThan(20)
  // At once: nobody goes on in the last seconds of a video.
  const second = await pause(first)
  await first.getByRole('textbox', { name: 'New note' }).fill('Ask what happens to a person')
  await first.getByRole('button', { name: 'Add note' }).click()
  const note = first.getByText('Ask what happens to a person', { exact: true })
  await note.waitFor()
  await first
    .getByRole('listitem')
    .filter({ has: note })
    .getByRole('button', { name: /^Delete: / })
    .press('Enter')
  // The offer to undo is over after 20 s, unless somebody is at it.
  const undo = first.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await note.waitFor({ state: 'hidden' })
  await takePicture(first, 'note-deleted-1280')
  await undo.press('Enter')
  await note.waitFor()
  // What is typed and not added is not left unasked.
  const box = first.getByRole('textbox', { name: 'New note' })
  await box.fill('Not added yet')
  await first.getByRole('link', { name: /^Previous: / }).press('Enter')
  await stayHere(first)
  expect(await box.inputValue()).toBe('Not added yet')
  await box.fill('')
  const other = await visitor({ viewport: phone, colorScheme: 'dark' })
  await enter(other, person, inject('coursesUrl'))
  await open(other, lesson('3'))
  await other.getByText('Ask what happens to a person', { exact: true }).waitFor()
  const resume = other.getByRole('button', { name: /^Continue at/ })
  await resume.waitFor()
  await expectNoSidewaysScroll(other)
  await resume.click()
  await expect.poll(async () => (await videoAt(other)) ?? 0, patience).toBeGreaterThan(second - 3)
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)
  // A link to a moment.
  await open(other, `${lesson('3')}?t=12`)
  await other.getByRole('button', { name: /^Play from 0:12/ }).waitFor()
})

journey('a lesson stays readable when the script of its notes does not come', async ({ visitor }) => {
  const page = await visitor({ expected: [/Failed to load resource: net::ERR_FAILED/] })
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  await page.route('**/learner-tools-*.js', (route) => route.abort())
  await open(page, lesson('1'))
  await page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' }).waitFor()
  await page.getByRole('heading', { name: 'Transcript' }).waitFor()
  await page.getByRole('heading', { name: 'Lessons of this course' }).waitFor()
  await expectAccessible(page)
})

journey('a search of the course leads to the lesson and the second', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  await open(page, lesson('1'))
  await page.getByRole('searchbox', { name: 'Words from any lesson' }).fill('proportionality')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /^3\. How law protects it, at/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'How law protects it' }).waitFor()
  await page.getByRole('button', { name: /^Play from/ }).waitFor()
})

for (const [host, type, url] of [
  ['YouTube', 'youtube', 'https://youtu.be/dQw4w9WgXcQ'],
  ['Vimeo', 'vimeo', 'https://vimeo.com/76979871'],
  ['Loom', 'loom', 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184'],
] as const) {
  journey(`${host}: nothing is asked of it before Play`, async ({ visitor }) => {
    const address = await addHostedLesson(type, url)
    const page = await visitor({ expected: [/net::ERR_FAILED/] })
    await enter(page, sampleLogin('student'), inject('coursesUrl'))
    const foreign = await standInForFrames(page, inject('coursesUrl'))
    await open(page, address)
    await page.getByText(`This video is served by ${host}.`).waitFor()
    await expectAccessible(page)
    expect(foreign).toEqual([])
    await play(page).click()
    if (host === 'Loom') await page.getByText('no place in this video is kept').waitFor()
    else {
      await expect.poll(async () => (await videoAt(page)) ?? 0, patience).toBeGreaterThan(1)
      // The page that comes next has the position that the server knows.
      await pause(page)
      await page.reload()
      await page.getByRole('button', { name: /^Continue at \d:\d\d/ }).waitFor()
    }
    await expect.poll(() => foreign.length, patience).toBeGreaterThan(0)
    // A frame, and no script in our page.
    for (const request of foreign) {
      expect(request.resourceType()).toBe('document')
      expect(request.frame().parentFrame()).not.toBeNull()
      expect(await request.headerValue('referer'), 'YouTube refuses frames without one').toBe(courses('/'))
    }
  })
}

journey('without script there are the title, the transcript and the way to the quiz', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  await page.goto(lesson('1'))
  await page.getByRole('heading', { level: 1, name: 'What religious liberty is' }).waitFor()
  await page.getByText('Most people hold something that they would not give up').first().waitFor()
  await page.getByRole('button', { name: /quiz/i }).click()
  await expect.poll(() => new URL(page.url()).pathname, patience).toMatch(/^\/quiz\//)
})

journey(
  'a visitor reads the free preview, and is asked for an account at the next lesson',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 401/] })
    await open(page, lesson('1'))
    await expectAccessible(page)
    await page.getByText('This lesson is a free preview.').waitFor()
    await play(page).click()
    await expect.poll(async () => (await videoAt(page)) ?? 0, patience).toBeGreaterThan(0)
    await open(page, lesson('2'))
    await page.getByText('Login or Create a Free account to view this Course').first().waitFor()
    const next = encodeURIComponent('/course/crs_introduction/lesson/2')
    for (const name of [/Login|Sign In/i, /Free account/i])
      expect(await page.getByRole('main').getByRole('link', { name }).first().getAttribute('href')).toContain(
        next,
      )
  },
)
