import { renewCertificate } from '@freeor/courses/certificates/renewal/commands'
import { reissuedAnswer } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams } from './certificate-params.ts'

export const renewCertificateOperation = coursesOperation({
  id: 'renewCertificate',
  method: 'post',
  path: '/api/certificates/{serial}/renewal',
  area: 'certificates',
  summary:
    'Issues the person’s certificate anew with grades that were corrected since; the old one keeps what it says and leads to it',
  access: 'user',
  params: certificateParams,
  answer: reissuedAnswer,
  handle: async ({ deps, user, params }) => ({
    serial: await renewCertificate(deps.certificates, { userId: user().userId, ...params }),
  }),
})
