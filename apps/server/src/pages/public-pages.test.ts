import { siteDocuments } from '@freeor/content/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { seedSiteDocuments } from '@freeor/courses/starter/site-documents/commands'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openPages, type Visit } from '../testing/pages.ts'
import type { Person } from '../testing/people.ts'

/** The public pages of Courses as a browser without script gets them. */

let fixture: LearnersFixture
let visit: (visit: Visit) => Browser

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { db, clock } = fixture.deps
  await seedSiteDocuments(db, clock.now())
  const lesson = { title: 'Conscience & law', description: 'What it means', transcript: 'MARKER' }
  await addCourse(db, {
    ...{ companyId: fixture.people.superAdmin.companyId, id: 'crs_introduction', name: 'Introduction' },
    lessons: [lesson, { title: 'A draft', description: 'MARKER', published: false }],
  })
  visit = openPages(fixture)
})
afterAll(async () => await fixture.close())

let visitors = 0
const visitor = () => visit({ site: 'courses', address: `10.7.0.${++visitors}` })

const open = async (path: string) => await visitor().open(path)

/** The text of a page: no markup, and one space between words. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|&apos;/g, "'")
    .replace(/\s+/g, ' ')

const pages = [
  ['/', 'Freedom to believe, and to differ'],
  ['/home', 'Freedom to believe, and to differ'],
  ['/reading-list', 'Reading list'],
  ['/about', 'About us'],
  ['/how-it-works', 'How it works'],
  ['/get-involved', 'Get involved'],
  ['/recommend-lecturer', 'Recommend a lecturer'],
  ['/share-lessons', 'Share your lessons'],
  ['/contact', 'Contact'],
  ['/faq', 'Questions and answers'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/support', 'Support'],
] as const

test.each(pages)(
  '%s is there for everybody, with a title, a description and a picture to share',
  async (path, heading) => {
    const { status, html } = await open(path)
    expect(status).toBe(200)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`))
    for (const name of ['og:title', 'og:description', 'og:image'])
      expect(html).toMatch(new RegExp(`<meta property="${name}" content="[^"]{10,}"`))
    expect(html).not.toContain('MARKER')
  },
)

test('a visitor has the five pages of the top navigation and both ways to an account', async () => {
  const words = wordsOf((await open('/about')).html)
  expect(words).toContain('Lessons Get Involved Reading List About Us How It Works')
  expect(words).toContain('Create free account')
  expect(words).toContain('Sign In')
  expect(words).not.toContain('Sign out')
})

test('the strip of symbols is one link home, with the name of each', async () => {
  const { html } = await open('/about')
  const [strip = ''] = html.match(/<a [^>]*href="\/"[^>]*>(?:(?!<\/a>).)*Jainism.*?<\/a>/s) ?? []
  expect(wordsOf(strip)).toMatch(
    /Home\. Symbols of .*Buddhism, .*Christianity, .*Islam, .*No religion, .*Taoism/,
  )
})

test('the reading list is grouped by type, newest first, and says author, year and source', async () => {
  const { html } = await open('/reading-list')
  const groups = [...html.matchAll(/<h2 id="(\w+)"/g)].map(([, type]) => type)
  expect(groups).toEqual(['Books', 'Articles', 'Cases'])
  const [books = ''] = html.match(/<h2 id="Books".*?<\/section>/s) ?? []
  const years = [...books.matchAll(/>(\d{4})<\/span>/g)].map(([, year]) => Number(year))
  expect(years).toEqual(years.toSorted((a, b) => b - a))
  expect(wordsOf(html)).toContain('Philip Hamburger . Harvard University Press .')
})

test('without script the reading list is searched and filtered by its form', async () => {
  const { html } = await open('/reading-list?q=wisconsin+yoder&type=Cases')
  const words = wordsOf(html)
  expect(words).toContain('1 entry')
  expect(words).toContain('Amish parents')
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="wisconsin yoder"/)
  const none = wordsOf((await open('/reading-list?q=wisconsin&type=Books')).html)
  expect(none).toContain('Nothing on the list says that.')
})

test.each(['/recommend-lecturer', '/share-lessons'])(
  '%s asks the visitor to email, by link and by text',
  async (path) => {
    const { html } = await open(path)
    const { supportEmail } = fixture.deps
    expect(html).toContain(`href="mailto:${supportEmail}">${supportEmail}</a>`)
  },
)

test('opportunities stand as cards, as lists by category and in a table by audience', async () => {
  const { html } = await open('/get-involved')
  for (const category of ['Learn together', 'Teach', 'Improve the lessons'])
    expect(html).toContain(`<h3>${category}</h3>`)
  const [table = ''] = html.match(/<table.*?<\/table>/s) ?? []
  for (const audience of [
    'Learners',
    'Congregations and groups',
    'Schools and universities',
    'Scholars and lawyers',
  ])
    expect(table).toContain(`<th scope="col">${audience}</th>`)
})

test('lecturers and staff stand by their order number, and samples say that they are', async () => {
  const words = wordsOf((await open('/about')).html)
  expect(words).toMatch(
    /Lecturers .*Lecturer One Sample .*Lecturer Two Sample .*Staff .*Editor Sample .*Coordinator/,
  )
})

test('until the operator has set a video, our own stands there and nothing is asked of Loom', async () => {
  const { html } = await open('/how-it-works')
  expect(html).toMatch(/<video[^>]*poster="\/pictures\/how-it-works.svg"/)
  expect(html).toContain('/videos/how-it-works.mp4')
  expect(html).not.toContain('loom.com')
})

test('the landing page lists the published lessons of the first course and nothing of the drafts', async () => {
  const { html } = await open('/')
  expect(html).toContain('href="/course/crs_introduction/lesson/1"')
  expect(html).not.toContain('A draft')
})

test('feed and sitemap name published lessons and public pages, never a text or a draft', async () => {
  const feed = await open('/feed.xml')
  expect(feed.html).toContain('<title>Conscience &amp; law</title>')
  expect(feed.html).toContain('<summary>What it means</summary>')
  const sitemap = await open('/sitemap.xml')
  const origin = fixture.deps.addresses.of('courses')
  for (const [path] of pages.filter(([each]) => each !== '/home'))
    expect(sitemap.html).toContain(`<loc>${new URL(path, origin).href}</loc>`)
  for (const { html } of [feed, sitemap]) expect(html).not.toMatch(/MARKER|draft/)
  expect((await open('/robots.txt')).html).toContain(`Sitemap: ${new URL('/sitemap.xml', origin).href}`)
})

test('a page whose document was archived is not there, and the landing page does without its own', async () => {
  const { db, clock } = fixture.deps
  const archive = async (key: string, archivedAt: Date | null) =>
    await db
      .update(siteDocuments)
      .set({ archivedAt })
      .where(and(eq(siteDocuments.collection, 'pages'), eq(siteDocuments.key, key)))
  for (const key of ['contact', 'home']) await archive(key, clock.now())
  expect((await open('/contact')).status).toBe(404)
  expect((await open('/')).status).toBe(200)
  for (const key of ['contact', 'home']) await archive(key, null)
})

/** The words of the menu of a user who is signed in. */
async function menuOf({ email, password }: Person): Promise<string> {
  const browser = visitor()
  expect((await browser.submit('/login', { email, password })).status).toBe(302)
  const { html } = await browser.open('/about')
  const [menu = ''] = html.match(/<details[^>]*><summary[^>]*aria-label="Account menu.*?<\/details>/s) ?? []
  return wordsOf(menu).trim()
}

test('the menu of a user who is signed in has the entries of their role, without script too', async () => {
  const { owner, superAdmin } = fixture.people
  expect(await menuOf(owner)).toBe(`${owner.email} Lessons Quizzes Settings Sign out`)
  expect(await menuOf(superAdmin)).toBe(
    `${superAdmin.email} Courses Lessons Quizzes Settings View Organization Sign out`,
  )
})
