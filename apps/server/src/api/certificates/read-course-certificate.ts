import { readCourseCertificate } from '@freeor/courses/certificates/queries'
import { courseCertificateAnswer } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const readCourseCertificateOperation = coursesOperation({
  id: 'readCourseCertificate',
  method: 'get',
  path: '/api/courses/{courseId}/certificate',
  area: 'certificates',
  summary: "Whether the person may have the course's certificate, and the one they have",
  access: 'user',
  apiKeyScope: 'learning',
  params: courseParams,
  answer: courseCertificateAnswer,
  handle: async ({ deps, user, params }) =>
    await readCourseCertificate(deps.db, {
      userId: user().userId,
      courseId: courseIdOf(deps, params.courseId),
    }),
})
