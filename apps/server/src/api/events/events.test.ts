import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

let fixture: LearnersFixture

beforeAll(async () => {
  fixture = await openLearnersFixture()
})
afterAll(async () => await fixture.close())

/** A browser that reads the stream of events. */
async function look(as: Person) {
  const response = await fixture.request('GET', '/api/events', { as })
  const stream = { response, text: '', isOver: false }
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk)
    stream.isOver = true
  })()
  await vi.waitFor(() => expect(stream.text).toContain('event: refresh'), { timeout: 60_000 })
  return stream
}

test('a learner’s stream is never kept or compressed, and brings the change of their own lesson', async () => {
  const { member, viewer } = fixture.people
  const [own, other] = [await look(member), await look(viewer)]
  expect(own.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(own.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(own.response.headers.get('content-encoding')).toBeNull()
  fixture.coursesDeps.notices.notifyProgress({ userId: member.userId, lessonId: 'les_1' })
  await vi.waitFor(() => expect(own.text).toContain('event: progress\ndata: {"ids":["les_1"]}'), {
    timeout: 60_000,
  })
  expect(other.text).not.toContain('les_1')
})

test('logging out ends the stream, and a visitor gets none', async () => {
  const { stranger } = fixture.people
  const stream = await look(stranger)
  await fixture.call('POST', '/api/auth/sign-out', { as: stranger, body: {} })
  await vi.waitFor(() => expect(stream.isOver).toBe(true), { timeout: 60_000 })
  expect((await fixture.call('GET', '/api/events', { as: stranger })).status).toBe(401)
  expect((await fixture.call('GET', '/api/events')).status).toBe(401)
})

test('a drain ends every stream before the listening ends', async () => {
  const stream = await look(fixture.people.admin)
  fixture.composed.drain()
  await vi.waitFor(() => expect(stream.isOver).toBe(true), { timeout: 60_000 })
})
