import { getCertificate } from '@freeor/courses/certificates/queries'
import { certificateAnswer } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams } from './certificate-params.ts'

export const readCertificateOperation = coursesOperation({
  id: 'readCertificate',
  method: 'get',
  path: '/api/certificates/{serial}',
  area: 'certificates',
  summary: 'A certificate with every field as signed, and whether it is valid, revoked or superseded',
  access: 'public',
  params: certificateParams,
  answer: certificateAnswer,
  handle: async ({ deps, params, caller }) =>
    await getCertificate(
      deps.db,
      { serial: params.serial, viewerId: caller?.actor.userId },
      deps.certificates,
    ),
})
