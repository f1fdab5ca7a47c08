import { getEmail, listEmails } from '@freeor/leads/emails/queries'
import { email } from '@freeor/leads/emails/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { emailParams } from './email-call.ts'

export const listEmailsOperation = leadsOperation({
  id: 'listEmails',
  method: 'get',
  path: '/api/email',
  area: 'email',
  summary: "The person's own messages with the state of each recipient, newest first, at most 50",
  access: 'user',
  apiKeyScope: 'sharing',
  right: 'searches.share',
  answer: z.object({ emails: z.array(email) }),
  handle: async ({ deps, company }) => ({ emails: await listEmails(deps.db, await company()) }),
})

export const readEmailOperation = leadsOperation({
  id: 'readEmail',
  method: 'get',
  path: '/api/email/{emailId}',
  area: 'email',
  summary: "One's own message with the state of each recipient: queued, sent or failed",
  access: 'user',
  apiKeyScope: 'sharing',
  right: 'searches.share',
  params: emailParams,
  answer: email,
  handle: async ({ deps, company, params }) =>
    await getEmail(deps.db, { scope: await company(), id: params.emailId }),
})
