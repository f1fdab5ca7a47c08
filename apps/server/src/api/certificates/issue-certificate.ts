import { issueCertificate } from '@freeor/courses/certificates/commands'
import { issuedAnswer } from '@freeor/courses/certificates/schema'
import { AppError } from '@freeor/kernel/errors'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

const conflict = (detail: string, details: Record<string, unknown> = {}) =>
  new AppError('conflict', detail, { details })

export const issueCertificateOperation = coursesOperation({
  id: 'issueCertificate',
  method: 'post',
  path: '/api/courses/{courseId}/certificate',
  area: 'certificates',
  summary:
    'Issues the certificate of a course, once: repeated, it is the same one. 409 with `missing` until every published lesson has a graded attempt',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'learning',
  params: courseParams,
  answer: issuedAnswer,
  async handle({ deps, user, params }) {
    const courseId = courseIdOf(deps, params.courseId)
    const outcome = await issueCertificate(deps.certificates, { userId: user().userId, courseId })
    switch (outcome.status) {
      case 'issued':
        return { serial: outcome.serial, isNew: outcome.isNew }
      case 'incomplete':
        throw conflict('Some lessons of the course have no graded quiz yet.', { missing: outcome.missing })
      case 'no_lessons':
        throw conflict('The course has no lessons yet.', { missing: [] })
      case 'revoked':
        throw conflict('Your certificate was revoked. Please write to us.', { serial: outcome.serial })
      default:
        return outcome satisfies never
    }
  },
})
