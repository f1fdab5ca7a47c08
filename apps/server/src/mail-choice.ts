import { resolve } from 'node:path'
import { z } from 'zod'

const hostName = z
  .string()
  .max(190)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'is a domain, like bounces.example.com')

/** What of the environment says how mail leaves and comes back. */
export const mailVariables = {
  MAIL: z.enum(['folder', 'smtp']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM_NAME: z.string().min(1).default('Freeor'),
  MAIL_FROM: z.email().default('no-reply@freeor.local'),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'is a name of letters, digits and hyphens, like freeor')
    .default('freeor'),
  DKIM_DOMAIN: hostName.optional(),
  BOUNCE_DOMAIN: hostName.optional(),
  INBOUND_MAIL_SECRET: z.string().min(24).max(200).optional(),
  INBOUND_MAIL_FOLDER: z.string().min(1).optional(),
}

type MailVariables = z.infer<z.ZodObject<typeof mailVariables>>

export type MailChoice = { kind: 'folder' } | { kind: 'smtp'; url: string }
/** The key that signs mail, of `<selector>._domainkey.<domain>` in the DNS. */
export type DkimChoice = { keyFile: string; selector: string; domain: string }
/** How mail that comes back is taken in. */
export type InboundMail = {
  /** Every mail comes back to an address of its own in this domain. */
  bounceDomain: string | undefined
  /** What the hook demands; there is no hook without. */
  secret: string | undefined
  /** A folder in the form of Maildir that a mail server delivers into. */
  folder: string | undefined
}

/** The domain of the sender unless told. */
export function chooseDkim({
  DKIM_KEY_FILE: keyFile,
  DKIM_SELECTOR,
  DKIM_DOMAIN,
  MAIL_FROM,
}: MailVariables): DkimChoice | undefined {
  if (keyFile === undefined) return undefined
  const domain = (DKIM_DOMAIN ?? MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)).toLowerCase()
  return { keyFile: resolve(keyFile), selector: DKIM_SELECTOR, domain }
}

/** Without addresses of its own nothing proves that what comes back is about a mail of ours. */
export function chooseInboundMail(env: MailVariables, refuse: Refuse): InboundMail {
  const { BOUNCE_DOMAIN: domain, INBOUND_MAIL_SECRET: secret, INBOUND_MAIL_FOLDER: folder } = env
  if ((secret || folder) && !domain)
    refuse(
      'INBOUND_MAIL_SECRET and INBOUND_MAIL_FOLDER need BOUNCE_DOMAIN, the domain that mail comes back to',
    )
  return { bounceDomain: domain?.toLowerCase(), secret, folder: folder && resolve(folder) }
}

type Refuse = (sentence: string) => never

export function chooseMail(env: MailVariables, refuse: Refuse): MailChoice {
  const choice = env.MAIL ?? (env.SMTP_URL ? 'smtp' : 'folder')
  if (choice === 'folder') return { kind: 'folder' }
  if (!env.SMTP_URL)
    return refuse('MAIL=smtp needs SMTP_URL, for example smtp://user:password@mail.example.com:587')
  return { kind: 'smtp', url: env.SMTP_URL }
}
