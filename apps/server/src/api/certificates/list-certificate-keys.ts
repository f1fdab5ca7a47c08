import { listPublicKeys } from '@freeor/courses/certificates/keys/queries'
import { publicKeysAnswer } from '@freeor/courses/certificates/schema'
import { didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const listCertificateKeysOperation = coursesOperation({
  id: 'listCertificateKeys',
  method: 'get',
  path: '/api/certificates/keys',
  area: 'certificates',
  summary: 'The public keys of certificates, retired ones too',
  access: 'public',
  anyOrigin: true,
  answer: publicKeysAnswer,
  async handle({ deps }) {
    const keys = await listPublicKeys(deps.db)
    return {
      keys: keys.map(({ id, algorithm, publicJwk }) => ({
        id,
        algorithm,
        publicJwk,
        didKey: algorithm === 'Ed25519' ? didKeyOf(multikeyOf(publicJwk)) : null,
      })),
    }
  },
})
