import { addCourse } from '@freeor/courses/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'

let fixture: LearnersFixture
let lessonId: string

const base = 'The state may not favour a religion.\n\nNor may it hinder one.\n'

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { companyId } = fixture.people.owner
  const { lessons } = await addCourse(fixture.deps.db, {
    companyId,
    lessons: [{ transcript: base, published: false }],
  })
  lessonId = lessons[0]?.id ?? ''
})
afterAll(async () => await fixture.close())

const source = async () =>
  (await fixture.call('GET', `/api/lessons/${lessonId}/source`, { as: fixture.people.owner })).body

test('two people of an account save one lesson, and a student finds the words of both once it is published', async () => {
  const { owner, member } = fixture.people
  const { version } = await source()
  const mine = { version, transcript: base.replace('state', 'law') }
  const theirs = { version, transcript: `${base}\nA new end.\n` }
  expect((await fixture.call('PATCH', `/api/lessons/${lessonId}`, { as: owner, body: mine })).status).toBe(
    200,
  )
  const merged = await fixture.call('PATCH', `/api/lessons/${lessonId}`, {
    as: member,
    body: theirs,
    via: 'bearer',
  })
  expect(merged.body.content.transcript).toBe(`${base.replace('state', 'law')}\nA new end.\n`)
})

test('the same words changed by both answer 409 with what a page needs to show them side by side', async () => {
  const { owner, member } = fixture.people
  const { version, content } = await source()
  const change = (words: string) => ({ version, transcript: content.transcript.replace('hinder', words) })
  const saved = await fixture.call('PATCH', `/api/lessons/${lessonId}`, { as: owner, body: change('forbid') })
  const refused = await fixture.call('PATCH', `/api/lessons/${lessonId}`, {
    as: member,
    body: change('punish'),
  })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'conflict',
    conflicts: ['transcript'],
    base: { version, content },
    theirs: saved.body,
    yours: { ...content, transcript: content.transcript.replace('hinder', 'punish') },
  })
})

test('a video’s address that does not fit its type is refused with a sentence that names the right form', async () => {
  const { version } = await source()
  const body = { version, videoType: 'vimeo', videoUrl: 'https://youtu.be/abcdefghijk' }
  const refused = await fixture.call('PATCH', `/api/lessons/${lessonId}`, { as: fixture.people.owner, body })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    errors: [{ path: 'body.videoUrl', message: expect.stringContaining('https://vimeo.com/') }],
  })
})

test('pictures of elsewhere, and addresses that leave their folder, are no thumbnails', async () => {
  const { version } = await source()
  for (const picture of [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    '/lessons/../a',
    'x',
  ])
    expect(
      (
        await fixture.call('PATCH', `/api/lessons/${lessonId}`, {
          as: fixture.people.owner,
          body: { version, videoThumb: [picture] },
        })
      ).status,
    ).toBe(422)
})

test('a super admin who acts as somebody else writes nothing', async () => {
  const { owner, superAdmin } = fixture.people
  const as = await impersonate(fixture, superAdmin, owner)
  const { version } = await source()
  const answers = await Promise.all([
    fixture.call('PATCH', `/api/lessons/${lessonId}`, { as, body: { version, title: 'Not theirs' } }),
    fixture.call('POST', `/api/lessons/${lessonId}/versions/1/restore`, { as }),
    fixture.call('DELETE', `/api/lessons/${lessonId}/captions/captions/en`, { as }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await source()).content.title).not.toBe('Not theirs')
})

test('captions are refused with their mistakes by line, and kept without', async () => {
  const { member } = fixture.people
  const at = `/api/lessons/${lessonId}/captions/captions/pt-BR` as const
  const put = async (file: string) =>
    await fixture.call('PUT', at, { as: member, body: { label: 'Português', file } })
  const refused = await put('WEBVTT\n\n00:09.000 --> 00:08.000\nAntes\n')
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    mistakes: [{ line: 3, mistake: 'It ends before it begins' }],
    count: 1,
  })
  const kept = await put('1\n00:00:08,000 --> 00:00:09,000\nDepois\n')
  expect(kept.status, kept.text).toBe(200)
  const read = await fixture.call('GET', `/api/lessons/${lessonId}/captions/${kept.body.id}`, { as: member })
  expect(read.text).toBe('WEBVTT\n\n00:00:08.000 --> 00:00:09.000\nDepois\n')
  expect(
    (await fixture.call('PUT', `/api/lessons/${lessonId}/captions/subtitles/en`, { as: member, body: {} }))
      .status,
  ).toBe(422)
})
