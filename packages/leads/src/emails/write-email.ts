import { newSecret } from '@freeor/kernel/ids'
import { cleanMailHtml } from '@freeor/messaging/clean-html'
import { headerText } from '@freeor/messaging/header-safety'
import { type RenderedMail, renderMail } from '@freeor/messaging/templates'
import type { EmailDeps, EmailSender } from './ports.ts'
import type { EmailInput } from './schema.ts'

export type EmailToWrite = {
  readonly sender: Pick<EmailSender, 'name' | 'superAdmin'>
  readonly input: Pick<EmailInput, 'subject' | 'text' | 'html'>
  /** The search it shares, with the address where it is opened. */
  readonly shared?: { readonly searchName: string; readonly count: number; readonly url: string } | undefined
}

type WriteDeps = Pick<EmailDeps, 'brand' | 'siteUrl'>

const stopUrl = (siteUrl: string, token: string): string =>
  `${siteUrl}/mails/stop?token=${encodeURIComponent(token)}`

/**
 * Stands for the link of the message in what a preview shows, and in what a super admin sends of it: the link itself is
 * made when it is sent.
 */
export const linkToCome = (siteUrl: string): string =>
  `${siteUrl}/share/search?savedSearch=link-of-this-message`

/**
 * The mail, with a link that stops further ones for whoever a copy is made for. It is rendered once: only the link
 * differs.
 */
export async function writeEmail(
  deps: WriteDeps,
  email: EmailToWrite,
): Promise<(stopToken: string) => RenderedMail & { readonly unsubscribeUrl: string }> {
  // Nobody can type it, so it replaces nothing but the link's own.
  const mark = newSecret(16)
  const written = email.sender.superAdmin
    ? await writeRaw(deps, email, mark)
    : await renderMail(templateOf(email), deps.brand, stopUrl(deps.siteUrl, mark))
  return (stopToken) => {
    const filled = (content: string) => content.replaceAll(mark, () => encodeURIComponent(stopToken))
    return {
      subject: written.subject,
      text: filled(written.text),
      html: filled(written.html),
      unsubscribeUrl: stopUrl(deps.siteUrl, stopToken),
    }
  }
}

function templateOf({ sender, input, shared }: EmailToWrite) {
  const { text: words, subject } = input
  const senderName = sender.name
  return shared
    ? ({ template: 'shared-search', props: { ...shared, senderName, words } } as const)
    : ({ template: 'message', props: { senderName, subject, words } } as const)
}

const stopWords = 'Stop mails like this one'

/** A super admin's own markup, cleaned, with the link that every mail has. */
async function writeRaw(
  { siteUrl }: WriteDeps,
  { input, shared }: EmailToWrite,
  mark: string,
): Promise<RenderedMail> {
  const link = (content: string) => content.replaceAll(linkToCome(siteUrl), () => shared?.url ?? siteUrl)
  const url = stopUrl(siteUrl, mark)
  const footer = `<p style="font-size:13px"><a href="${url}">${stopWords}</a></p>`
  const html = await cleanMailHtml(link(input.html))
  return {
    subject: headerText(input.subject),
    text: `${withoutNul(link(input.text))}\n\n${stopWords}: ${url}\n`,
    html: html.includes('</body>') ? html.replace('</body>', () => `${footer}</body>`) : `${html}${footer}`,
  }
}

/** PostgreSQL cannot keep NUL in text; the calls refuse it already. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
