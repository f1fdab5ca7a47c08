import { reasonBody } from '@freeor/accounts/admin/schema'
import { reissueCertificate } from '@freeor/courses/certificates/commands'
import { reissuedAnswer } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { actionOf } from '../admin/action.ts'
import { certificateParams } from './certificate-params.ts'

export const reissueCertificateOperation = coursesOperation({
  id: 'reissueCertificate',
  method: 'post',
  path: '/api/admin/certificates/{serial}/reissue',
  area: 'certificates',
  summary: "Issue a certificate anew with the learner's present name; the old one leads to it",
  access: 'super_admin',
  params: certificateParams,
  body: reasonBody,
  answer: reissuedAnswer,
  async handle(call) {
    const { deps, params, body } = call
    return { serial: await reissueCertificate(deps.certificates, { ...actionOf(call), ...params, ...body }) }
  },
})
