import { addCourse } from '@freeor/courses/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { warnOfDefaultCourse } from './warn-of-default-course.ts'

let fixture: LearnersFixture
beforeAll(async () => {
  fixture = await openLearnersFixture({ variables: { DEFAULT_COURSE: 'crs_chosen' } })
})
afterAll(async () => await fixture.close())

const warnings = () =>
  fixture.logLines.filter((line) => line.includes('there is no course crs_chosen')).length

test('a default course that is not here is warned of; one that is here is not', async () => {
  await warnOfDefaultCourse(fixture.coursesDeps)
  expect(warnings()).toBe(1)
  const { companyId } = fixture.people.superAdmin
  await addCourse(fixture.deps.db, { companyId, id: 'crs_chosen', name: 'The configured course' })
  await warnOfDefaultCourse(fixture.coursesDeps)
  expect(warnings()).toBe(1)
})

test('the course that comes with the software may come later', async () => {
  await warnOfDefaultCourse({ ...fixture.coursesDeps, defaultCourse: 'crs_introduction' })
  expect(warnings()).toBe(1)
  expect(fixture.logLines.filter((line) => line.includes('DEFAULT_COURSE'))).toHaveLength(1)
})
