import { keepName } from '@freeor/courses/certificates/commands'
import { keepNameBody } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams } from './certificate-params.ts'

export const keepCertificateNameOperation = coursesOperation({
  id: 'keepCertificateName',
  method: 'put',
  path: '/api/certificates/{serial}/name',
  area: 'certificates',
  summary: "Whether the learner's name stays on their certificate when they delete their account",
  access: 'user',
  params: certificateParams,
  body: keepNameBody,
  answer: keepNameBody,
  async handle({ deps, user, params, body }) {
    await keepName(deps.db, { userId: user().userId, ...params, ...body })
    return body
  },
})
