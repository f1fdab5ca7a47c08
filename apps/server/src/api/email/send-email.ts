import { sendEmail } from '@freeor/leads/emails/commands'
import { emailAccepted, emailInput } from '@freeor/leads/emails/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { senderOf } from './email-call.ts'

export const sendEmailOperation = leadsOperation({
  id: 'sendEmail',
  method: 'post',
  path: '/api/email',
  area: 'email',
  summary:
    'Sends a message to recipients separated by commas, each a copy of their own. It comes from the configured address, and answers go to the sender. Our template is around the `text`; only a super admin’s `html` is sent, cleaned. With `savedSearch` it shares that search. 50 recipients a message, 200 a day. Repeated with the same `Idempotency-Key` it sends nothing',
  access: 'user',
  apiKeyScope: 'sharing',
  provenAddress: true,
  right: 'searches.share',
  body: emailInput,
  answer: emailAccepted,
  status: 202,
  async handle(call) {
    const { deps, body: input, request } = call
    const sender = await senderOf(call)
    return await sendEmail(deps.emails, sender, {
      input,
      key: request.headers.get('idempotency-key')?.slice(0, 200) || undefined,
      ...(input.savedSearch !== undefined && {
        shared: async (tx) => await deps.shareSearch(tx, sender.scope, input.savedSearch ?? ''),
      }),
    })
  },
})
