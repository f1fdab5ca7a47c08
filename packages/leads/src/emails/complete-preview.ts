import { checkMailHtml } from '@freeor/messaging/check-html'
import { checkSupport } from '@freeor/messaging/check-support'
import type { SavedSearch } from '../saved-searches/schema.ts'
import type { EmailDeps, EmailSender } from './ports.ts'
import type { EmailInput, EmailPreview } from './schema.ts'
import { linkToCome, writeEmail } from './write-email.ts'

export type PreviewRequest = {
  readonly sender: Pick<EmailSender, 'name' | 'superAdmin'>
  readonly input: EmailInput
  readonly search: SavedSearch | undefined
}

const noToken = 'a-link-of-each-recipient'

/**
 * The mail as its recipients would get it. A super admin who has written no markup yet sees our template, as something
 * to begin with; what they wrote is judged as they wrote it, before it is cleaned.
 */
export async function previewEmail(
  deps: Pick<EmailDeps, 'brand' | 'siteUrl'>,
  { sender, input, search }: PreviewRequest,
): Promise<EmailPreview> {
  const isRaw = sender.superAdmin && input.html.trim() !== ''
  const shared = search && { ...search, url: linkToCome(deps.siteUrl) }
  const email = { sender: { name: sender.name, superAdmin: isRaw }, input, shared }
  const { subject, text, html } = (await writeEmail(deps, email))(noToken)
  const warnings = isRaw ? [...checkMailHtml(input.html), ...checkSupport(input.html)] : checkMailHtml(html)
  return { subject, text, html, bytes: Buffer.byteLength(html), warnings }
}
