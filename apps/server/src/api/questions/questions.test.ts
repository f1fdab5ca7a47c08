import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

let fixture: LearnersFixture
let course: AddedCourse
let lessonId: string
let questionId: string

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { companyId } = fixture.people.owner
  const questions = [
    { question: 'First?', explanation: 'SECRET-1' },
    { question: 'Second?', options: ['x', 'y'], answer: 1 },
  ]
  course = await addCourse(fixture.deps.db, { companyId, lessons: [{ questions }, { published: false }] })
  lessonId = course.lessons[0]?.id ?? ''
  questionId = course.lessons[0]?.questions[0]?.id ?? ''
})

afterAll(async () => await fixture.close())

const bank = 'Who? {=a ~b}\n\nBroken {=a\n'
const importPath = (lesson: string, name = 'bank.gift') =>
  `/api/question-imports?lessonId=${lesson}&name=${name}` as '/api/question-imports'
const octets = { 'content-type': 'application/octet-stream' }

type Action = readonly [method: string, path: string, body?: object]

/** Every call of the area that names something of the account. */
const actions = (lesson = lessonId, question = questionId, of = course.id): readonly Action[] => [
  ['GET', `/api/lessons/${lesson}/questions`],
  ['POST', `/api/lessons/${lesson}/questions`, {}],
  ['GET', `/api/lessons/${lesson}/questions/remarks`],
  ['GET', `/api/lessons/${lesson}/statistics`],
  ['GET', `/api/lessons/${lesson}/viewing`],
  ['GET', `/api/questions?lessonId=${lesson}`],
  ['POST', importPath(lesson)],
  ['POST', '/api/question-imports/qim_none/questions', { lessonId: lesson }],
  ['PATCH', `/api/questions/${question}`, { version: 1, question: 'Changed?' }],
  ['DELETE', `/api/questions/${question}`],
  ['GET', `/api/questions/${question}/versions`],
  ['POST', `/api/questions/${question}/move`, { after: null }],
  ['POST', `/api/questions/${question}/duplicate`],
  ['POST', `/api/questions/${question}/regrade`, { apply: false }],
  ['GET', `/api/courses/${of}/questions/export?format=csv`],
  ['GET', `/api/courses/${of}/questions/export-report?format=csv`],
]

const statuses = async (as: Person | undefined, of: readonly Action[]) => {
  const answers: unknown[] = []
  for (const [method, path, body] of of) {
    const { status, text } = await fixture.call(method, path, { as, ...(body && { body }) })
    answers.push([status, text.replace(/"requestId":"[^"]*"/, '')])
  }
  return answers
}

test('a stranger is answered of a question, a lesson and a course as of ones that never existed', async () => {
  const { stranger, owner } = fixture.people
  const foreign = await statuses(stranger, actions())
  expect(foreign).toEqual(await statuses(owner, actions('les_none', 'que_none', 'crs_none')))
  for (const answer of foreign) expect(answer).toMatchObject([404, expect.any(String)])
  for (const answer of await statuses(undefined, actions()))
    expect(answer).toMatchObject([401, expect.any(String)])
})

test('a viewer of the account reads drafts, and neither keys nor statistics', async () => {
  for (const answer of await statuses(fixture.people.viewer, actions()))
    expect(answer).toMatchObject([403, expect.not.stringContaining('SECRET')])
})

test('a member edits, as the owner, an admin and a super admin do', async () => {
  const { owner, admin, member, superAdmin } = fixture.people
  for (const as of [owner, admin, member, superAdmin]) {
    const path = `/api/lessons/${lessonId}/questions` as const
    const added = await fixture.call('POST', path, { as, body: { question: 'By whom?' } })
    expect([added.status, added.body]).toMatchObject([201, { question: 'By whom?', answer: null }])
    expect((await fixture.call('DELETE', `/api/questions/${added.body.id}`, { as })).status).toBe(204)
    expect((await fixture.call('GET', path, { as })).body).toMatchObject({ total: 2 })
  }
})

test('a 27th option is refused with the reason', async () => {
  const options = Array.from({ length: 27 }, (_, at) => ({ text: `${at}` }))
  const path = `/api/lessons/${lessonId}/questions` as const
  const answer = await fixture.call('POST', path, { as: fixture.people.owner, body: { options } })
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('lettered A to Z')])
})

test('a file is accounted for, and what was chosen comes in', async () => {
  const as = fixture.people.member
  const sent = { as, rawBody: bank, headers: octets }
  const account = await fixture.call('POST', importPath(lessonId), sent)
  expect(account.body).toMatchObject({
    format: 'gift',
    counts: { in: 1, changed: 0, refused: 1 },
    sum: { bytes: 25, in: 12, changed: 0, ignored: 3, refused: 10 },
  })
  const path = `/api/question-imports/${account.body.importId}/questions` as const
  const brought = await fixture.call('POST', path, { as, body: { lessonId, questions: [0] } })
  expect([brought.status, brought.body]).toMatchObject([201, { added: 1 }])
  const theirs = await fixture.call('POST', path, { as: fixture.people.admin, body: { lessonId } })
  expect(theirs.status).toBe(404)
})

test('a file of more than 10 MB is refused before it is read', async () => {
  const rawBody = new Uint8Array(10_000_001)
  const answer = await fixture.call('POST', importPath(lessonId), {
    as: fixture.people.owner,
    rawBody,
    headers: octets,
  })
  expect(answer.status).toBe(413)
})

test('a course is exported in each format, and the report says what could not be said', async () => {
  const as = fixture.people.owner
  for (const [format, type, start] of [
    ['gift', 'text/plain', '// Questions'],
    ['moodle-xml', 'application/xml', '<?xml'],
    ['csv', 'text/csv', '"question"'],
  ] as const) {
    const file = await fixture.call('GET', `/api/courses/${course.id}/questions/export?format=${format}`, {
      as,
    })
    expect(file.headers.get('content-type')).toContain(type)
    expect(file.text.startsWith(start)).toBe(true)
    const path = `/api/courses/${course.id}/questions/export-report?format=${format}`
    const report = await fixture.call('GET', path as `/api/courses/${string}/questions/export-report`, { as })
    expect(report.body).toMatchObject({ format, leftOut: 0 })
  }
})

test('statistics are of the attempts that were asked for', async () => {
  const path = `/api/lessons/${lessonId}/statistics?attempts=highest` as `/api/lessons/${string}/statistics`
  const answer = await fixture.call('GET', path, { as: fixture.people.owner })
  expect([answer.status, answer.body]).toMatchObject([200, { counted: 'highest', attempts: 0, mean: null }])
})
