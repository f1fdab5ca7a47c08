import { didDocument } from '@freeor/courses/certificates/credential/did-document'
import { listPublicKeys } from '@freeor/courses/certificates/keys/queries'
import { didDocumentAnswer } from '@freeor/courses/certificates/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readIssuerOperation = coursesOperation({
  id: 'readIssuer',
  method: 'get',
  path: '/api/certificates/issuer',
  area: 'certificates',
  summary: 'The `did:web` document of the issuer, which `/.well-known/did.json` of the site answers too',
  access: 'public',
  anyOrigin: true,
  answer: didDocumentAnswer,
  handle: async ({ deps }) => didDocument(deps.certificates.siteUrl, await listPublicKeys(deps.db)),
})
