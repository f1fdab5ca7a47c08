import { cardFormAnswer } from '@freeor/billing/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { requireOwn } from './billing-call.ts'

export const readClientTokenOperation = operation({
  id: 'readClientToken',
  method: 'get',
  path: '/api/v2/client_token/{id}',
  area: 'billing',
  summary: "What the card form of the account's owner, named by uid, begins with",
  access: 'user',
  whileImpersonating: 'refused',
  right: 'billing.read',
  params: z.strictObject({ id: z.string().min(1).max(100) }),
  answer: z.object({ client_token: z.string(), form: cardFormAnswer }),
  async handle(call) {
    await requireOwn(call, { uid: call.params.id })
    const form = call.deps.billing.provider.browser()
    return form.provider === 'embedded'
      ? { client_token: 'embedded', form: { ...form, testCards: [...form.testCards] } }
      : { client_token: form.publicKey, form }
  },
})
