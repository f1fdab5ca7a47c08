import { doneAnswer } from '@freeor/accounts/schema'
import { signOut } from '@freeor/accounts/sessions/commands'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'

export const signOutOperation = operation({
  id: 'signOut',
  method: 'post',
  path: '/api/auth/sign-out',
  area: 'auth',
  summary: "Ends the session, if there is one; while acting as somebody else, the super admin's own with it",
  access: 'public',
  whileImpersonating: 'allowed',
  worksOnFullDisk: true,
  answer: doneAnswer,
  handle: async ({ deps, request }) =>
    new CookieAnswer({
      body: { status: true as const },
      cookies: await signOut(deps.auth, request.headers),
    }),
})
