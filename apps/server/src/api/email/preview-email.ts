import { previewEmail } from '@freeor/leads/emails/complete-preview'
import { readRecipients } from '@freeor/leads/emails/read-recipients'
import { emailInput, emailPreview } from '@freeor/leads/emails/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { findShared, senderOf } from './email-call.ts'

export const previewEmailOperation = leadsOperation({
  id: 'previewEmail',
  method: 'post',
  path: '/api/email/preview',
  area: 'email',
  summary:
    'The mail as its recipients would get it, without anybody’s own link, and what mail programs would not show of it. Nothing is sent, and nothing is required; what is no address is refused',
  access: 'user',
  apiKeyScope: 'sharing',
  whileImpersonating: 'read',
  right: 'searches.share',
  body: emailInput,
  answer: emailPreview,
  async handle(call) {
    const { deps, body: input } = call
    const sender = await senderOf(call)
    readRecipients(input)
    const search = await findShared(deps.db, sender.scope, input)
    return await previewEmail(deps.emails, { sender, input, search })
  },
})
