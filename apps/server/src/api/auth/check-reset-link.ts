import { requireLiveLink } from '@freeor/accounts/credentials/queries'
import { checkResetLinkInput, doneAnswer } from '@freeor/accounts/schema'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes } from './session-request.ts'

export const checkResetLinkOperation = operation({
  id: 'checkResetLink',
  method: 'post',
  path: '/api/auth/check-reset-link',
  area: 'auth',
  summary: 'Whether the link of a reset mail still works; it is not spent. 410 when it does not',
  access: 'public',
  whileImpersonating: 'read',
  body: checkResetLinkInput,
  maxBodyBytes: mostCredentialBytes,
  answer: doneAnswer,
  async handle({ deps, body }) {
    await requireLiveLink(deps.auth, 'reset-password', body.token)
    return { status: true as const }
  },
})
