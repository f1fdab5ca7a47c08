import { deleteAccount } from '@freeor/accounts/deletion/commands'
import { deleteAccountInput } from '@freeor/accounts/deletion/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const deleteAccountOperation = operation({
  id: 'deleteAccount',
  method: 'delete',
  path: '/api/account',
  area: 'deletion',
  summary: 'Deletes the account at once; an owner hands the company over first, or is alone in it',
  access: 'user',
  reauthenticated: true,
  body: deleteAccountInput,
  status: 204,
  async handle(call) {
    await deleteAccount(call.deps.auth, call.user(), call.body.email, callerOf(call))
    call.deps.profileChanges.send(call.user().userId)
    return new Response(null, { status: 204 })
  },
})
