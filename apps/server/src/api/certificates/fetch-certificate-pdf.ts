import { findPrintedKey } from '@freeor/courses/certificates/keys/queries'
import { printedFacts } from '@freeor/courses/certificates/printed-facts'
import { getSigned } from '@freeor/courses/certificates/queries'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams, fileAnswer } from './certificate-params.ts'

export const fetchCertificatePdfOperation = coursesOperation({
  id: 'fetchCertificatePdf',
  method: 'get',
  path: '/api/certificates/{serial}/pdf',
  area: 'certificates',
  summary: 'A certificate as a PDF, with its signed credential inside. 410 once it has no name any more',
  access: 'public',
  params: certificateParams,
  produces: 'application/pdf',
  async handle({ deps, params }) {
    const { serial, credential, credentialJwt } = await getSigned(deps.db, params.serial)
    const key = (await findPrintedKey(deps.db, credential)) ?? ''
    const pdf = await deps.certificates.rendering.render(printedFacts({ credential, credentialJwt, key }))
    return fileAnswer(pdf, { type: 'application/pdf', name: `certificate-${serial}.pdf` })
  },
})
