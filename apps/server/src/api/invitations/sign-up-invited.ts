import { signUpInvited } from '@freeor/accounts/invitations/acceptance/commands'
import { invitedSignUpInput, joinedAnswer } from '@freeor/accounts/invitations/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const signUpInvitedOperation = operation({
  id: 'signUpInvited',
  method: 'post',
  path: '/api/invitations/sign-up',
  area: 'company',
  summary:
    'Makes an account for the invited address, which the link confirms, and joins; logging in comes next',
  access: 'public',
  body: invitedSignUpInput,
  answer: joinedAnswer.extend({ email: z.string() }),
  status: 201,
  handle: async ({ deps, body, clientAddress }) =>
    await signUpInvited(deps.auth, body, { address: clientAddress }),
})
