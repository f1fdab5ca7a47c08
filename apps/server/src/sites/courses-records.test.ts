import { courses } from '@freeor/courses/catalog/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { addNote } from '@freeor/courses/progress/commands'
import { lessonNotes } from '@freeor/courses/progress/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import { addPerson } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** What Courses keeps of people and companies, on a server that does not serve it. */

let system: TestSystem

beforeAll(async () => {
  system = await openTestSystem({ sites: 'leads' })
})
afterAll(async () => await system.close())

test('exporting and deleting an account exports and deletes its data of Courses, and archives its courses', async () => {
  const { deps, call } = system
  const [leaver, other] = [
    await addPerson(deps, call, { name: 'leaver' }),
    await addPerson(deps, call, { name: 'other' }),
  ]
  const { id, lessons } = await addCourse(deps.db, { companyId: leaver.companyId })
  for (const { userId } of [leaver, other]) {
    const at = { viewer: { userId, seesDrafts: false }, lessonId: lessons[0]?.id ?? '' }
    await addNote(deps, at, { second: 95, text: `Kept of ${userId}` })
  }
  await freshen(system, leaver)
  const exported = await call('GET', '/api/account/export', { as: leaver })
  expect(exported.body).toMatchObject({
    lessonNotes: [{ text: `Kept of ${leaver.userId}` }],
    quizAttempts: [],
    certificates: [],
  })
  const deleted = await call('DELETE', '/api/account', { as: leaver, body: { email: leaver.email } })
  expect(deleted.status, deleted.text).toBe(204)
  expect(await deps.db.select({ text: lessonNotes.text }).from(lessonNotes)).toEqual([
    { text: `Kept of ${other.userId}` },
  ])
  expect(await deps.db.select({ id: courses.id, archivedAt: courses.archivedAt }).from(courses)).toEqual([
    { id, archivedAt: expect.any(Date) },
  ])
})
