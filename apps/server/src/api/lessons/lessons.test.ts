import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'

let fixture: LearnersFixture
let course: AddedCourse

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nConscience\n'
const captions = [{ kind: 'captions', language: 'en', label: 'English', vtt }] as const

beforeAll(async () => {
  fixture = await openLearnersFixture()
  course = await addCourse(fixture.deps.db, {
    companyId: fixture.people.superAdmin.companyId,
    lessons: [{ isPreview: true, captions }, { captions }, { published: false, captions }],
  })
})

afterAll(async () => await fixture.close())

const lessonPath = (at: number) => `/api/lessons/${course.lessons[at]?.id}` as const

async function captionsPath(at: number): Promise<string> {
  const { superAdmin } = fixture.people
  const { body } = await fixture.call('GET', lessonPath(at), {
    as: superAdmin,
  })
  return `${lessonPath(at)}/captions/${body.captions[0]?.id}`
}

test('captions answer as text/vtt to whoever may read their lesson', async () => {
  const { member, superAdmin } = fixture.people
  const preview = await captionsPath(0)
  const answer = await fixture.call('GET', preview)
  expect([answer.status, answer.text]).toEqual([200, vtt])
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  const statuses = async (at: number) => {
    const path = await captionsPath(at)
    const asked = [undefined, member, superAdmin].map(
      async (as) => (await fixture.call('GET', path, as ? { as } : {})).status,
    )
    return await Promise.all(asked)
  }
  expect(await statuses(1)).toEqual([401, 200, 200])
  expect(await statuses(2)).toEqual([404, 404, 200])
  // Those of another lesson are not this one's.
  const other = (await captionsPath(1)).split('/').at(-1)
  expect((await fixture.call('GET', `${lessonPath(0)}/captions/${other}`, { as: member })).status).toBe(404)
})

test('a position is kept on the server, and is there for the learner’s next device', async () => {
  const { member } = fixture.people
  const body = { positionSeconds: 95, durationSeconds: 300, played: [] }
  const kept = await fixture.call('PUT', `${lessonPath(1)}/progress`, { as: member, body })
  expect(kept.status, kept.text).toBe(200)
  const read = await fixture.call('GET', lessonPath(1), { as: member, via: 'bearer' })
  expect(read.body.state).toMatchObject({ positionSeconds: 95 })
  expect((await fixture.call('PUT', `${lessonPath(1)}/progress`, { body })).status).toBe(401)
})

test('a super admin who acts as somebody else changes nothing of their learning', async () => {
  const { member, superAdmin } = fixture.people
  const note = await fixture.call('POST', `${lessonPath(1)}/notes`, {
    as: member,
    body: { text: 'Mine' },
  })
  const as = await impersonate(fixture, superAdmin, member)
  const path = `${lessonPath(1)}/notes` as const
  const tried = await Promise.all([
    fixture.call('PUT', `${lessonPath(1)}/progress`, { as, body: { positionSeconds: 1, played: [] } }),
    fixture.call('POST', path, { as, body: { text: 'Not theirs' } }),
    fixture.call('PATCH', `${path}/${note.body.id}`, { as, body: { text: 'Changed' } }),
    fixture.call('DELETE', `${path}/${note.body.id}`, { as }),
  ])
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const { body } = await fixture.call('GET', path, { as: member })
  expect(body.notes.map(({ text }) => text)).toEqual(['Mine'])
})

test('every page of Courses may show the frames of the three video hosts and videos from anywhere, and no script of theirs', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await fixture.request('GET', path, { site: 'courses' })
    return headers.get('content-security-policy')?.split('; ') ?? []
  }
  const hosts = 'https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com'
  for (const path of ['/', '/login', '/course/x/lesson/1']) {
    const policy = await policyOf(path)
    expect(policy).toContain(`frame-src 'self' ${hosts}`)
    expect(policy).toContain("media-src 'self' https:")
    expect(policy.find((rule) => rule.startsWith('script-src'))).toMatch(/^script-src 'self' 'nonce-[^ ]+'$/)
  }
})
