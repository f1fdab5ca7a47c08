import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { issueCertificate } from '@freeor/courses/certificates/commands'
import { addGradedAttempt, serialOf } from '@freeor/courses/certificates/testing'
import type { CompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'

type System = Pick<CompaniesFixture, 'coursesDeps'>

/** A course that the person has finished; without a certificate yet. */
export async function addFinishedCourse(
  { coursesDeps: { db, clock } }: System,
  { userId, companyId }: Pick<Person, 'userId' | 'companyId'>,
): Promise<AddedCourse> {
  const course = await addCourse(db, { companyId, name: 'Liberty of conscience', lessons: [{}] })
  for (const lesson of course.lessons)
    await addGradedAttempt(db, { userId, lesson, gradedAt: new Date(clock.now().getTime() - 1000) })
  return course
}

/** The serial of a new certificate of theirs. */
export async function addCertificate(system: System, as: Person): Promise<string> {
  const { id: courseId } = await addFinishedCourse(system, as)
  return serialOf(await issueCertificate(system.coursesDeps.certificates, { userId: as.userId, courseId }))
}
