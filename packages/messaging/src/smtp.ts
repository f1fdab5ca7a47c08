import { createTransport } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Delivery, Mailer, Sender } from './ports.ts'

/** One sending may take this long in total; the lease on a mail is longer. */
const DEADLINE_MS = 60_000

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string
  readonly from: Sender
  /** Silence of the server that ends a sending, milliseconds; 20 s unless told. */
  readonly silenceMs?: number
}

/** Sends through the SMTP server at `url`, with one connection per mail. */
export function openSmtpMailer({ url, from, silenceMs = 20_000 }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
  })
  return {
    isOutgoing: true,
    async send(mail) {
      try {
        await transport.sendMail({ ...composeMessage(mail, from), signal: AbortSignal.timeout(DEADLINE_MS) })
        return { status: 'accepted' }
      } catch (error) {
        return judge(error)
      }
    },
  }
}

type SmtpError = Error & {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Commands whose answer is about this mail. A 5xx to another one (greeting, login) is about us and may be fixed. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

function judge(error: unknown): Delivery {
  const { code, command = '', message, response, responseCode = 0 } = error as SmtpError
  const reason = (response ?? `${message}${code ? ` (${code})` : ''}`).slice(0, 500)
  const isPermanent = responseCode >= 500 && responseCode !== 503 && ABOUT_THE_MAIL.has(command)
  return { status: isPermanent ? 'refused' : 'deferred', reason }
}
