import { recordClientError } from '@freeor/accounts/error-log/commands'
import { clientErrorInput } from '@freeor/accounts/error-log/schema'
import { operation } from '../../http/operation.ts'
import { suffererOf } from '../../http/server-errors.ts'

export const reportErrorOperation = operation({
  id: 'reportError',
  method: 'post',
  path: '/api/errors',
  area: 'operations',
  summary:
    'An error while a page was drawn; kept without queries and tokens, and with an address only of who is signed in',
  access: 'public',
  // A report reads nothing of the person's data, and a failing page must be reported then too.
  whileImpersonating: 'read',
  body: clientErrorInput,
  maxBodyBytes: 16 * 1024,
  status: 204,
  async handle({ deps, body, caller, request, requestId, clientAddress: address, site }) {
    const device = request.headers.get('user-agent') ?? ''
    const sufferer = suffererOf(caller)
    await recordClientError(deps.auth, body, { device, site, requestId, sufferer, address })
    return new Response(null, { status: 204 })
  },
})
