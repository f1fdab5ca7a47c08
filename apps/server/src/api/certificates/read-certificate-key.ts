import { getPublicKey } from '@freeor/courses/certificates/keys/queries'
import { publicJwkAnswer } from '@freeor/courses/certificates/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readCertificateKeyOperation = coursesOperation({
  id: 'readCertificateKey',
  method: 'get',
  path: '/api/certificates/keys/{keyId}',
  area: 'certificates',
  summary: 'A public key as a bare JWK: the address that the `kid` of a JWT is',
  access: 'public',
  anyOrigin: true,
  params: z.strictObject({ keyId: z.string().max(60) }),
  answer: publicJwkAnswer,
  handle: async ({ deps, params }) => ({ ...(await getPublicKey(deps.db, params.keyId)).publicJwk }),
})
