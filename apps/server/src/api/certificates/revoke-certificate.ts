import { reasonBody } from '@freeor/accounts/admin/schema'
import { revokeCertificate } from '@freeor/courses/certificates/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { actionOf } from '../admin/action.ts'
import { certificateParams } from './certificate-params.ts'

export const revokeCertificateOperation = coursesOperation({
  id: 'revokeCertificate',
  method: 'post',
  path: '/api/admin/certificates/{serial}/revoke',
  area: 'certificates',
  summary: 'Revoke a certificate for good, with the reason that its page shows',
  access: 'super_admin',
  params: certificateParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    const { deps, params, body } = call
    await revokeCertificate(deps.certificates, { ...actionOf(call), ...params, ...body })
    return new Response(null, { status: 204 })
  },
})
