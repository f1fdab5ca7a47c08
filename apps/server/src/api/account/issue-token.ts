import { shortLivedTokenInput } from '@freeor/accounts/schema'
import { issueShortLivedToken } from '@freeor/accounts/sessions/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const issueTokenOperation = operation({
  id: 'issueToken',
  method: 'post',
  path: '/api/login',
  area: 'account',
  summary: "A bearer token of 15 minutes for the caller's own session",
  // Not 'user': a wrong uid or email and no session at all are the same 401.
  access: 'public',
  body: shortLivedTokenInput,
  answer: z.object({ token: z.string(), expiresAt: z.string() }),
  handle: ({ deps, actor, body }) => issueShortLivedToken(deps.auth, actor, body),
})
