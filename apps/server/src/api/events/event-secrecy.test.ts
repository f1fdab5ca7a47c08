import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

/**
 * An event says "read this again" and nothing else: a kind that is known, and ids that its viewer may know. So no key,
 * explanation, draft or other learner can be in one, whatever is done meanwhile.
 */

const marker = 'zz-secret-key-zz'
const organization = 'Sample University'

let fixture: LearnersFixture
let course: AddedCourse
let draft: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { superAdmin, member, viewer } = fixture.people
  const { db } = fixture.deps
  const { companyId } = superAdmin
  const asked = { question: 'Who?', options: [marker, 'Nobody'], explanation: marker }
  course = await addCourse(db, { companyId, lessons: [{ questions: [asked, asked] }, { published: false }] })
  draft = await addCourse(db, { companyId, lessons: [{ published: false, questions: [asked] }] })
  await fixture.call('PATCH', '/api/account/profile', {
    ...{ as: member, body: { phone: '+15552223333', org: organization } },
  })
  await putOrgAdmin(db, viewer.userId, [organization])
})
afterAll(async () => await fixture.close())

/** A browser that reads the stream of events. */
async function look(as: Person) {
  const response = await fixture.request('GET', '/api/events', { as })
  const stream = { text: '' }
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk)
  })()
  await vi.waitFor(() => expect(stream.text).toContain('event: refresh'), { timeout: 60_000 })
  return stream
}

const plainLine = /^(retry: \d+|id: [\w-]+|event: (refresh|members|progress|course)|: still here)?$/

/** The lines of a stream that hold anything but the kind of an event and ids that the viewer may know. */
function leaksIn(text: string, known: readonly (string | undefined)[]): string[] {
  return text.split('\n').filter((line) => {
    if (!line.startsWith('data: ')) return !plainLine.test(line)
    const { ids = [], ...more } = JSON.parse(line.slice('data: '.length)) as { ids?: unknown[] }
    return Object.keys(more).length > 0 || ids.some((id) => !known.includes(id as string))
  })
}

/** The call as this person; it has to succeed, as a refused one would change nothing that could be told. */
async function act(as: Person, method: string, path: string, body?: object) {
  const answer = await fixture.call(method, path, { as, ...(body && { body }) })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.body as Record<string, never>
}

/** What a learner does in a quiz: on two devices that differ, to the grade, and once more. */
async function learn(as: Person): Promise<void> {
  const [lesson] = course.lessons
  const { id } = await act(as, 'POST', '/api/quiz-attempts', { lessonId: lesson?.id })
  const [first, second] = lesson?.questions ?? []
  const click = (device: string, number: number, question = first, option = 0) =>
    act(as, 'PUT', `/api/quiz-attempts/${id}/answers/${question?.id}`, {
      ...{ optionId: question?.options[option]?.id, device, number, seen: 0 },
    })
  await click('phone', 1)
  await click('laptop', 1, first, 1)
  await click('phone', 2, second)
  await act(as, 'PUT', `/api/quiz-attempts/${id}/answers/${first?.id}`, {
    ...{ optionId: first?.options[1]?.id, device: 'phone', number: 3, seen: 2 },
  })
  await act(as, 'POST', `/api/quiz-attempts/${id}/grade`, { device: 'phone', number: 3 })
  await act(as, 'POST', `/api/quiz-attempts/${id}/retake`)
}

/** What authors do to questions that are being answered, to a lesson that nobody knows of yet, and to another draft. */
async function author(as: Person): Promise<void> {
  const [lesson, unpublished] = course.lessons
  const [question] = lesson?.questions ?? []
  const options = question?.options.map(({ id, text }) => ({ id, text, correct: text === 'Nobody' }))
  await act(as, 'PATCH', `/api/questions/${question?.id}`, {
    version: 1,
    explanation: `More ${marker}`,
    options,
  })
  await act(as, 'POST', `/api/questions/${question?.id}/regrade`, {
    apply: true,
    affected: 1,
    reason: marker,
  })
  await act(as, 'POST', `/api/lessons/${lesson?.id}/questions`, { question: marker, options: [] })
  for (const { id } of [unpublished, draft.lessons[0]].filter((one) => one !== undefined))
    await act(as, 'PATCH', `/api/lessons/${id}`, { version: 1, transcript: marker })
  await act(as, 'POST', `/api/lessons/${unpublished?.id}/publish`)
  await act(as, 'POST', `/api/lessons/${unpublished?.id}/unpublish`)
  await act(as, 'POST', `/api/courses/${draft.id}/lessons`, { title: marker })
  await act(as, 'PATCH', `/api/courses/${draft.id}`, { name: marker })
}

test('streams tell kinds and known ids alone during attempts, edits, a regrade and publishing', async () => {
  const { superAdmin, member, viewer, stranger } = fixture.people
  const streams = new Map<Person, { text: string }>()
  for (const as of [member, viewer, stranger]) streams.set(as, await look(as))
  await learn(member)
  await author(superAdmin)
  // What is sent last comes last: everything before has been sent then.
  for (const { userId } of streams.keys())
    fixture.coursesDeps.notices.notifyProgress({ userId, lessonId: 'les_end' })
  for (const stream of streams.values())
    await vi.waitFor(() => expect(stream.text).toContain('les_end'), { timeout: 60_000 })
  const textOf = (as: Person) => streams.get(as)?.text ?? ''
  const shown = [course.id, 'les_end']
  expect(leaksIn(textOf(member), [...shown, course.lessons[0]?.id])).toEqual([])
  expect(leaksIn(textOf(viewer), [...shown, member.userId])).toEqual([])
  expect(leaksIn(textOf(stranger), shown)).toEqual([])
  // Each was told of what was done.
  expect(textOf(member)).toContain(`event: progress\ndata: {"ids":["${course.lessons[0]?.id}"]}`)
  expect(textOf(viewer)).toContain(`event: members\ndata: {"ids":["${member.userId}"]}`)
  for (const as of streams.keys())
    expect(textOf(as)).toContain(`event: course\ndata: {"ids":["${course.id}"]}`)
})

test.each([
  ['a key', 'event: progress\ndata: {"ids":["les_1"],"answer":"opt_1"}\n\n'],
  ['the id of an option', 'event: progress\ndata: {"ids":["opt_1"]}\n\n'],
  ['another kind of event', 'event: graded\ndata: {"ids":["les_1"]}\n\n'],
  ['a comment', `: ${marker}\n\n`],
])('%s in a stream is found', (_what, text) => {
  expect(leaksIn(text, ['les_1'])).toHaveLength(1)
})
