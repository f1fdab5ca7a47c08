import { AppError } from '@freeor/kernel/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLessonSource } from '../authoring/lessons/queries.ts'
import { type LessonsFixture, openLessonsFixture } from '../authoring/lessons/testing.ts'
import { type CaptionKey, deleteCaptions, saveCaptions } from './commands.ts'
import { getCaptions } from './queries.ts'

let fixture: LessonsFixture
let captionKey: CaptionKey
beforeAll(async () => {
  fixture = await openLessonsFixture()
  captionKey = { lessonId: await fixture.addLesson(), kind: 'captions', language: 'en' }
})
afterAll(async () => await fixture.close())

type Who = keyof LessonsFixture['people']

const save = async (file: string, as: Who = 'member') =>
  await saveCaptions(fixture, { actor: fixture.people[as], captionKey }, { label: 'English', file })

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => 'kept',
    (error: unknown) => (error instanceof AppError ? error : String(error)),
  )
const codeOf = async (work: Promise<unknown>) => {
  const error = await refusal(work)
  return typeof error === 'string' ? error : error.code
}

const srt = '1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>What</i> is conscience?\r\n'

test('SRT and WebVTT are kept as WebVTT, one file a kind and language', async () => {
  const kept = await save(srt)
  expect(kept).toMatchObject({ kind: 'captions', language: 'en', label: 'English', cues: 1 })
  const { lessonId } = captionKey
  const viewer = { userId: fixture.people.viewer.userId, seesDrafts: false }
  const read = async () => await getCaptions(fixture.db, viewer, { lessonId, captionId: kept.id })
  expect(await read()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWhat is conscience?\n')
  const again = await save('WEBVTT\n\n00:01.000 --> 00:02.000\nAnother\n')
  expect(again.id).toBe(kept.id)
  expect(await read()).toContain('Another')
  const source = await getLessonSource(fixture.db, fixture.people.member, lessonId)
  expect(source.captions).toEqual([{ id: kept.id, kind: 'captions', language: 'en', label: 'English' }])
})

test('a file with mistakes is refused, each named by its line, and what was there stays', async () => {
  const before = await save(srt)
  const error = await refusal(save('WEBVTT\n\n00:04.000 --> 00:01.000\nBackwards\n\nNo times here\n'))
  expect(error).toMatchObject({
    code: 'invalid_request',
    message: 'Line 3: It ends before it begins',
    details: {
      count: 2,
      mistakes: [
        { line: 3, mistake: 'It ends before it begins' },
        { line: 6, mistake: 'This text has no times' },
      ],
    },
  })
  expect(await codeOf(save('WEBVTT\n'))).toBe('invalid_request')
  expect((await save(srt)).id).toBe(before.id)
})

test('hostile captions are kept as text: no tag survives, and a hundred thousand mistakes are a short answer', async () => {
  const kept = await save(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<b onclick="x()"><script>alert(1)</script>&lt;i&gt;\n',
  )
  const viewer = { userId: fixture.people.viewer.userId, seesDrafts: false }
  const vtt = await getCaptions(fixture.db, viewer, { lessonId: captionKey.lessonId, captionId: kept.id })
  expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nalert(1)&lt;i&gt;\n')
  const error = await refusal(save('x\n\n'.repeat(100_000)))
  expect(JSON.stringify(error).length).toBeLessThan(20_000)
})

test('a deletion that is undone brings the file back, unless somebody has saved another one since', async () => {
  const { db, people } = fixture
  const { lessonId } = captionKey
  const undo = async () =>
    await saveCaptions(
      fixture,
      { actor: people.owner, captionKey },
      { label: 'English', file: srt, onlyIfNone: true },
    )
  await save(srt)
  await deleteCaptions(fixture, people.owner, captionKey)
  const back = await undo()
  await deleteCaptions(fixture, people.owner, captionKey)
  const other = await save('WEBVTT\n\n00:01.000 --> 00:02.000\nAnother\n')
  expect(await codeOf(undo())).toBe('conflict')
  const viewer = { userId: people.viewer.userId, seesDrafts: false }
  expect(await getCaptions(db, viewer, { lessonId, captionId: other.id })).toContain('Another')
  expect(back).toMatchObject({ label: 'English', cues: 1 })
})

test('only who edits the lesson saves and deletes captions', async () => {
  const { people } = fixture
  expect(await codeOf(save(srt, 'viewer'))).toBe('forbidden')
  expect(await codeOf(save(srt, 'stranger'))).toBe('not_found')
  expect(await codeOf(deleteCaptions(fixture, people.viewer, captionKey))).toBe('forbidden')
  expect(await codeOf(deleteCaptions(fixture, people.stranger, captionKey))).toBe('not_found')
  expect(await codeOf(deleteCaptions(fixture, people.owner, captionKey))).toBe('kept')
  expect(await codeOf(deleteCaptions(fixture, people.owner, captionKey))).toBe('not_found')
})
