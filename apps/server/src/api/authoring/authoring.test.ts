import { setPlanByHand } from '@freeor/billing/admin/commands'
import { courses } from '@freeor/courses/catalog/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../../testing/account-things.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

let fixture: LearnersFixture

beforeAll(async () => {
  // Deleting an account leaves a job behind.
  fixture = await openLearnersFixture({ jobs: true })
  await choosePlan(fixture.people.owner, 'freeor_biz')
})
afterAll(async () => await fixture.close())

async function choosePlan({ companyId }: Person, planID: 'freeor_free' | 'freeor_biz'): Promise<void> {
  const plan = { companyId, planID, site: 'courses', superAdminUserId: undefined } as const
  await setPlanByHand(fixture.deps.db, { ...plan, reason: 'a test', now: new Date() })
}

const make = async (name: string, as = fixture.people.owner) =>
  await fixture.call('POST', '/api/courses', { as, body: { name } })

test('an author makes a course of two lessons, orders and publishes it, and a learner sees it then', async () => {
  const { owner, stranger } = fixture.people
  const { body: course } = await make('Conscience')
  const path = `/api/courses/${course._docId}` as const
  const add = async (body: object) => await fixture.call('POST', `${path}/lessons`, { as: owner, body })
  const [first, second] = [(await add({})).body, (await add({ title: 'Named' })).body]
  expect([first.data.title, second.data.title, second.data.order]).toEqual(['Lesson 1', 'Named', 2])
  expect((await fixture.call('GET', path, { as: stranger })).status).toBe(404)
  const moved = { as: owner, body: { after: null } }
  expect((await fixture.call('POST', `${path}/lessons/${second._docId}/move`, moved)).status).toBe(204)
  const { body: outline } = await fixture.call('GET', `${path}/outline`, { as: owner })
  expect(outline.lessons.map(({ data }) => [data.title, data.order])).toEqual([
    ['Named', 1],
    ['Lesson 1', 2],
  ])
  const refused = await fixture.call('POST', `/api/lessons/${first._docId}/publish`, { as: owner })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    detail: 'You must add a quiz before you can publish this lesson.',
  })
})

test('drafts of an author are in no feed, sitemap, search or list of a visitor', async () => {
  const { owner } = fixture.people
  const { db } = fixture.deps
  const { id } = await addCourse(db, {
    companyId: owner.companyId,
    lessons: [{ title: 'Shown' }, { title: 'Hidden draft', published: false, transcript: 'hiddenword' }],
  })
  for (const as of [undefined, owner]) {
    for (const query of ['', `?course=${id}`])
      expect((await fixture.call('GET', `/api/published-lessons${query}`, { as })).text).not.toContain(
        'Hidden',
      )
    const found = await fixture.call('GET', `/api/courses/${id}/search?q=hiddenword`, { as: owner })
    expect(found.body.hits).toEqual([])
  }
})

test('past the limit the answer is 402 with the numbers and the way to more', async () => {
  const as = await addPerson(fixture.deps, fixture.call, { name: 'free-author' })
  expect((await make('None', as)).status).toBe(402)
  expect((await fixture.call('GET', '/api/courses', { as })).status).toBe(404)
  await choosePlan(as, 'freeor_free')
  expect((await make('One', as)).status).toBe(201)
  const refused = await make('Two', as)
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({
    ...{ limit: 'courses', allowed: 1, used: 1, upgrade: '/_subscribe/', code: 'payment_required' },
  })
  const { body } = await fixture.call('GET', '/api/courses', { as })
  expect(body).toMatchObject({ used: 1, plan: { courses: 1, lessons: 3 }, abilities: { manage: true } })
})

test('members of the account are told what they may not do, strangers get what a missing id gets', async () => {
  const { owner, member, viewer, stranger } = fixture.people
  const { body: course } = await make('Of the account')
  const rename = async (as: Person, id = course._docId) => {
    const answer = await fixture.call('PATCH', `/api/courses/${id}`, { as, body: { name: 'Mine' } })
    return [answer.status, answer.text.replaceAll(/req_\w+/g, '')]
  }
  expect((await rename(member))[0]).toBe(403)
  expect((await rename(viewer))[0]).toBe(403)
  expect(await rename(stranger)).toEqual(await rename(stranger, 'crs_none'))
  expect((await fixture.call('GET', `/api/courses/${course._docId}`, { as: viewer })).status).toBe(200)
  expect((await fixture.call('GET', '/api/courses', { as: viewer })).body.abilities).toEqual({
    edit: false,
    manage: false,
  })
  expect((await rename(owner))[0]).toBe(200)
})

test('when an author’s account is deleted its courses are archived, and learners keep what they did', async () => {
  const { call, deps, people } = fixture
  const author = await addPerson(deps, call, { name: 'leaving-author' })
  await choosePlan(author, 'freeor_free')
  const [lesson] = (await addCourse(deps.db, { companyId: author.companyId, lessons: [{}] })).lessons
  const [course] = await deps.db.select().from(courses).where(eq(courses.companyId, author.companyId))
  const as = people.stranger
  const begun = await call('POST', '/api/quiz-attempts', { as, body: { lessonId: lesson?.id ?? '' } })
  const graded = { as, body: { device: 'device', number: 0 } }
  expect((await call('POST', `/api/quiz-attempts/${begun.body.id}/grade`, graded)).status).toBe(200)
  const issued = await call('POST', `/api/courses/${course?.id ?? ''}/certificate`, { as })
  expect(issued.status, issued.text).toBeLessThan(300)
  await freshen(fixture, author)
  expect((await call('DELETE', '/api/account', { as: author, body: { email: author.email } })).status).toBe(
    204,
  )
  expect((await call('GET', `/api/courses/${course?.id ?? ''}`, { as })).status).toBe(404)
  const kept = await call('GET', `/api/quiz-attempts/${begun.body.id}`, { as })
  expect(kept.body).toMatchObject({ graded: true })
  expect((await call('GET', `/api/certificates/${issued.body.serial}`, { as })).body).toMatchObject({
    status: 'valid',
  })
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture is uploaded by an editor and answered to anybody, as a picture and nothing else', async () => {
  const { owner, viewer, stranger } = fixture.people
  const { lessons } = await addCourse(fixture.deps.db, { companyId: owner.companyId })
  const png = Buffer.from(onePixel, 'base64')
  const upload = async (as: Person, rawBody: Uint8Array<ArrayBuffer>, name = 'Été.png') =>
    await fixture.call(
      'POST',
      `/api/lesson-images?lessonId=${lessons[0]?.id}&name=${encodeURIComponent(name)}`,
      {
        as,
        rawBody,
      },
    )
  expect((await upload(stranger, new Uint8Array(png))).status).toBe(404)
  expect((await upload(viewer, new Uint8Array(png))).status).toBe(403)
  const { body, status } = await upload(owner, new Uint8Array(png))
  expect([status, body.width, body.height, body.notice]).toEqual([201, 1, 1, null])
  expect(body.src).toMatch(new RegExp(`^/api/lesson-images/${owner.companyId}/[a-z2-7]{16}-ete\\.png$`))
  const shown = await fixture.call('GET', body.src)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const { body: svg } = await upload(owner, new TextEncoder().encode(drawing), 'x.svg')
  const opened = await fixture.call('GET', svg.src)
  expect(opened.headers.get('content-security-policy')).toContain('sandbox')
  expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
  expect(opened.text).not.toContain('script')
  expect(svg.raster).toMatch(/\.png$/)
  const refused = await upload(owner, new TextEncoder().encode('<html>'), 'x.png')
  expect(refused.status).toBe(422)
  expect((await upload(owner, new Uint8Array(10 * 1024 ** 2 + 1))).status).toBe(413)
  const names = []
  for await (const { key } of fixture.deps.files.list(`lessons/${owner.companyId}/`)) names.push(key)
  expect(names).toHaveLength(3)
})
