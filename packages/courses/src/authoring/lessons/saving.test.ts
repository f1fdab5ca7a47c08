import { AppError } from '@freeor/kernel/errors'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lessons } from '../../catalog/tables.ts'
import { restoreVersion, saveLesson, thinLessonVersions } from './commands.ts'
import { getLessonSource, getVersion, listVersions } from './queries.ts'
import type { LessonChange, SavedLesson } from './schema.ts'
import { lessonEditors, lessonVersions } from './tables.ts'
import { type LessonsFixture, openLessonsFixture } from './testing.ts'

let fixture: LessonsFixture
beforeAll(async () => {
  fixture = await openLessonsFixture()
})
afterAll(async () => await fixture.close())

type Who = keyof LessonsFixture['people']

const save = async (lessonId: string, change: LessonChange, as: Who = 'owner'): Promise<SavedLesson> =>
  await saveLesson(fixture, { actor: fixture.people[as], lessonId, change })

const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error(`It was not refused: ${error}`)
  return error
}

const transcriptOf = async (lessonId: string) => {
  const [row] = await fixture.db.select().from(lessons).where(eq(lessons.id, lessonId))
  return row?.transcript
}

const base = 'The state may not favour a religion.\n\nNor may it hinder one.\n'

test('a save is the next version, and keeps who made it, when and what', async () => {
  const lessonId = await fixture.addLesson({ title: 'Lesson 1', transcript: base })
  const saved = await save(lessonId, { version: 1, title: 'Conscience', durationSeconds: 95 }, 'member')
  expect(saved.version).toBe(2)
  expect(saved.content).toMatchObject({ title: 'Conscience', durationSeconds: 95, transcript: base })
  const { versions } = await listVersions(fixture.db, fixture.people.viewer, { lessonId })
  const created = fixture.clock.now().toISOString()
  const by = { uid: fixture.people.member.userId, name: 'The member' }
  expect(versions).toEqual([
    { version: 2, created, by, changed: ['title', 'durationSeconds'], restoredFrom: null },
    { version: 1, created, by: null, changed: [], restoredFrom: null },
  ])
  const first = await getVersion(fixture.db, fixture.people.viewer, { lessonId, version: 1 })
  expect(first.content).toMatchObject({ title: 'Lesson 1', durationSeconds: 0 })
  const source = await getLessonSource(fixture.db, fixture.people.viewer, lessonId)
  expect(source).toMatchObject({ ...saved, published: false, questions: 0, captions: [] })
  expect(source.abilities).toEqual({ edit: false, publish: false })
})

test('two people who began with one version both find their words in the next', async () => {
  const lessonId = await fixture.addLesson({ transcript: base })
  await save(lessonId, { version: 1, transcript: base.replace('state', 'law'), instructor: 'Ada' })
  const second = await save(
    lessonId,
    { version: 1, transcript: `${base}\nA new end.\n`, title: 'New' },
    'admin',
  )
  expect(second.version).toBe(3)
  expect(second.content).toMatchObject({
    transcript: `${base.replace('state', 'law')}\nA new end.\n`,
    instructor: 'Ada',
    title: 'New',
  })
})

test('twenty people who save at once all find their line', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `Paragraph ${n}.`)
  const lessonId = await fixture.addLesson({ transcript: lines.join('\n\n') })
  const edited = lines.map((line) => `${line} Read.`)
  await Promise.all(
    lines.map(async (line, n) => {
      const transcript = lines.with(n, edited[n] ?? line).join('\n\n')
      await save(lessonId, { version: 1, transcript }, n % 2 === 0 ? 'owner' : 'member')
    }),
  )
  expect(await transcriptOf(lessonId)).toBe(edited.join('\n\n'))
})

test('an author who changed the same words is told both, and nothing is written', async () => {
  const lessonId = await fixture.addLesson({ transcript: base, title: 'Lesson' })
  const theirs = await save(lessonId, { version: 1, transcript: base.replace('state', 'law') })
  const mine = { version: 1, transcript: base.replace('state', 'king'), title: 'Mine' }
  const error = await refusal(save(lessonId, mine, 'admin'))
  expect(error.code).toBe('conflict')
  expect(error.details).toMatchObject({
    conflicts: ['transcript'],
    base: { version: 1, content: { transcript: base, title: 'Lesson' } },
    theirs,
    yours: { transcript: mine.transcript, title: 'Mine' },
  })
  expect(await getLessonSource(fixture.db, fixture.people.owner, lessonId)).toMatchObject(theirs)
  const resolved = { ...mine, version: theirs.version, transcript: base.replace('state', 'king or law') }
  expect((await save(lessonId, resolved, 'admin')).content.transcript).toBe(resolved.transcript)
})

test('a short field that both changed is a conflict; the address of a video stays with its type', async () => {
  const lessonId = await fixture.addLesson({ title: 'Lesson' })
  const vimeo = { videoType: 'vimeo', videoUrl: 'https://vimeo.com/123456789' } as const
  await save(lessonId, { version: 1, title: 'One', ...vimeo })
  const error = await refusal(
    save(lessonId, { version: 1, title: 'Two', videoUrl: 'https://youtu.be/abcdefghijk' }),
  )
  expect(error.details.conflicts).toEqual(['title', 'videoUrl', 'videoType'])
})

describe('a save with a number', () => {
  const text = (words: string) => `${words}\n`

  test('counts once, however often it is sent', async () => {
    const lessonId = await fixture.addLesson({ transcript: text('one') })
    const change = { version: 1, device: 'tab', number: 1, transcript: text('two') }
    const first = await save(lessonId, change)
    expect(await save(lessonId, change)).toEqual(first)
    expect((await listVersions(fixture.db, fixture.people.owner, { lessonId })).versions).toHaveLength(2)
  })

  test('does not bring back what was deleted after it, when it comes last', async () => {
    const lessonId = await fixture.addLesson({ transcript: text('one') })
    const long = { version: 1, device: 'tab', number: 1, transcript: text('one\n\nA mistake.') }
    await save(lessonId, long)
    const now = await save(lessonId, { version: 2, device: 'tab', number: 2, transcript: text('one') })
    expect(await save(lessonId, long)).toEqual(now)
    expect(await transcriptOf(lessonId)).toBe(text('one'))
    // Without a number nobody can tell: the paragraph that is in it and not in its base is new.
    await save(lessonId, { version: 1, transcript: long.transcript })
    expect(await transcriptOf(lessonId)).toBe(long.transcript)
  })

  test('is of its user: the same number of another one is another save', async () => {
    const lessonId = await fixture.addLesson({ transcript: text('one') })
    await save(lessonId, { version: 1, device: 'tab', number: 1, title: 'Mine' })
    const theirs = { version: 2, device: 'tab', number: 1, instructor: 'Theirs' }
    expect((await save(lessonId, theirs, 'admin')).content).toMatchObject({
      title: 'Mine',
      instructor: 'Theirs',
    })
  })
})

test('a version that this lesson never had, as after an older backup, loses nothing', async () => {
  const lessonId = await fixture.addLesson({ transcript: base, title: 'Lesson' })
  const error = await refusal(save(lessonId, { version: 9, transcript: `${base}More.\n` }))
  expect(error.details).toMatchObject({ conflicts: ['transcript'], base: null })
  expect((await save(lessonId, { version: 9, title: 'Lesson' })).version).toBe(1)
})

test('who may not edit lessons saves nothing, and for strangers there is nothing', async () => {
  const lessonId = await fixture.addLesson({ transcript: base })
  const change = { version: 1, title: 'Not theirs' }
  expect((await refusal(save(lessonId, change, 'viewer'))).code).toBe('forbidden')
  const foreign = await refusal(save(lessonId, change, 'stranger'))
  const missing = await refusal(save('les_none', change, 'owner'))
  expect([foreign.code, foreign.message, foreign.details]).toEqual([
    'not_found',
    missing.message,
    missing.details,
  ])
  const { db, people } = fixture
  const asked = [
    refusal(getLessonSource(db, people.stranger, lessonId)),
    refusal(listVersions(db, people.stranger, { lessonId })),
    refusal(getVersion(db, people.stranger, { lessonId, version: 1 })),
    refusal(restoreVersion(fixture, people.stranger, { lessonId, version: 1 })),
  ]
  for (const { message } of await Promise.all(asked)) expect(message).toBe(missing.message)
  const restored = restoreVersion(fixture, people.viewer, { lessonId, version: 1 })
  expect((await refusal(restored)).code).toBe('forbidden')
})

test.each([
  ['youtube', 'https://vimeo.com/123456789', /YouTube/],
  ['vimeo', 'https://youtu.be/abcdefghijk', /Vimeo/],
  ['loom', 'https://loom.com/', /Loom/],
  ['html5', 'http://videos.example/film.mp4', /https/],
] as const)(
  'the address of a video fits its type: %s does not take %s',
  async (videoType, videoUrl, says) => {
    const lessonId = await fixture.addLesson()
    const error = await refusal(save(lessonId, { version: 1, videoType, videoUrl }))
    expect(error.code).toBe('invalid_request')
    expect(error.message).toMatch(says)
    expect(error.details.errors).toEqual([{ path: 'body.videoUrl', message: error.message }])
    // Without an address every type will do.
    expect((await save(lessonId, { version: 1, videoType, title: 'New' })).content.videoType).toBe(videoType)
  },
)

test('a restored version is a new one, and what was there stays in the history', async () => {
  const lessonId = await fixture.addLesson({ transcript: base })
  await save(lessonId, { version: 1, transcript: 'All is gone.\n' })
  const restored = await restoreVersion(fixture, fixture.people.member, { lessonId, version: 1 })
  expect(restored).toMatchObject({ version: 3, content: { transcript: base } })
  const { versions } = await listVersions(fixture.db, fixture.people.owner, { lessonId })
  expect(versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  const missing = restoreVersion(fixture, fixture.people.member, { lessonId, version: 7 })
  expect((await refusal(missing)).code).toBe('not_found')
})

test('older versions are listed page by page', async () => {
  const lessonId = await fixture.addLesson()
  for (let version = 1; version <= 104; version += 1)
    await save(lessonId, { version, description: `Version ${version + 1}` })
  const { versions, hasMore } = await listVersions(fixture.db, fixture.people.owner, { lessonId })
  expect([versions.length, versions[0]?.version, hasMore]).toEqual([100, 105, true])
  const rest = await listVersions(fixture.db, fixture.people.owner, { lessonId, before: 6 })
  expect([rest.versions.map(({ version }) => version), rest.hasMore]).toEqual([[5, 4, 3, 2, 1], false])
})

test('versions are thinned as they age, and a change that began with one of them is merged all the same', async () => {
  const { db, clock } = fixture
  const lessonId = await fixture.addLesson({ transcript: base })
  const began = clock.now()
  for (let version = 1; version <= 5; version += 1) {
    clock.advance(10_000)
    await save(lessonId, { version, title: `Title ${version + 1}`, device: 'tab', number: version })
  }
  const left = async () => {
    await thinLessonVersions(fixture)
    const rows = await db
      .select({ version: lessonVersions.version })
      .from(lessonVersions)
      .where(eq(lessonVersions.lessonId, lessonId))
      .orderBy(asc(lessonVersions.version))
    return rows.map(({ version }) => version)
  }
  expect(await left()).toEqual([1, 2, 3, 4, 5, 6])
  clock.set(new Date(began.getTime() + 2 * 3_600_000).toISOString())
  expect(await left()).toEqual([1, 6])
  const late = await save(lessonId, { version: 4, transcript: `${base}Late.\n` }, 'admin')
  expect(late.content).toMatchObject({ title: 'Title 6', transcript: `${base}Late.\n` })
  const editors = async () => await db.$count(lessonEditors, eq(lessonEditors.lessonId, lessonId))
  expect(await editors()).toBe(1)
  clock.advance(31 * 24 * 3_600_000)
  await thinLessonVersions(fixture)
  expect(await editors()).toBe(0)
  clock.set(began.toISOString())
})
