import { writeDidKeyCopy } from '@freeor/courses/certificates/credential/write-credential'
import { findSigningKey } from '@freeor/courses/certificates/keys/commands'
import { keyIdIn } from '@freeor/courses/certificates/keys/queries'
import { getSigned } from '@freeor/courses/certificates/queries'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams, fileAnswer } from './certificate-params.ts'

export const fetchCredentialOperation = coursesOperation({
  id: 'fetchCredential',
  method: 'get',
  path: '/api/certificates/{serial}/credential',
  area: 'certificates',
  summary:
    'The Open Badges 3.0 credential: with an embedded proof, as a JWT, or issued by the key itself for those who want no network',
  access: 'public',
  params: certificateParams,
  query: z.strictObject({ form: z.enum(['embedded', 'jwt', 'did-key']).default('embedded') }),
  produces: 'application/vc+ld+json',
  async handle({ deps, params, query }) {
    const { serial, credential, credentialJwt } = await getSigned(deps.db, params.serial)
    if (query.form === 'jwt')
      return fileAnswer(credentialJwt, { type: 'application/jwt', name: `credential-${serial}.jwt` })
    const type = 'application/vc+ld+json'
    if (query.form === 'embedded')
      return fileAnswer(JSON.stringify(credential), { type, name: `credential-${serial}.json` })
    const key = await findSigningKey(deps.db, keyIdIn(credential), deps.certificates.secret)
    if (!key) throw new AppError('gone', 'The key of this certificate is not here any more.')
    const copy = await writeDidKeyCopy(credential, key)
    return fileAnswer(JSON.stringify(copy), { type, name: `credential-${serial}-did-key.json` })
  },
})
