import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import type { CompaniesFixture } from './companies-fixture.ts'

const made = new WeakMap<object, Promise<AddedCourse>>()

/** The course of a fixture, with two published lessons; of the super admin's account. */
export function ensureCourse({ deps: { db }, people }: CompaniesFixture): Promise<AddedCourse> {
  const { companyId } = people.superAdmin
  const course = made.get(db) ?? addCourse(db, { companyId, name: 'Liberty of conscience' })
  made.set(db, course)
  return course
}
