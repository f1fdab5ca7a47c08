import { retryRecipient } from '@freeor/leads/emails/commands'
import { email } from '@freeor/leads/emails/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { emailParams } from './email-call.ts'

export const retryEmailOperation = leadsOperation({
  id: 'retryEmail',
  method: 'post',
  path: '/api/email/{emailId}/retry',
  area: 'email',
  summary:
    "Sends one's own message once more to a recipient for whom it failed. 409 where it did not fail, or the recipient wants no more mail",
  access: 'user',
  apiKeyScope: 'sharing',
  provenAddress: true,
  right: 'searches.share',
  params: emailParams,
  body: z.strictObject({ email: z.string().max(254) }),
  answer: email,
  status: 202,
  async handle({ deps, company, params: { emailId }, body }) {
    const sender = { scope: await company() }
    return await retryRecipient(deps.emails, { sender, emailId, address: body.email })
  },
})
