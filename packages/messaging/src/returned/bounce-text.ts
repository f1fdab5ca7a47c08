import { searchedCharacters } from './limits.ts'

const SENDER =
  /mailer-?daemon|^\W*post-?master|postmaster@|mail[ -_]?delivery|mdaemon|bounce(s|-)?\b.*@|mail(er)?[ -_]?administrator|mail system|delivery subsystem|mailadmin|smtp[ -]gateway|no-?reply@.*(bounce|mailer)/i

const SUBJECT =
  /^\s*(?:[[*(]{0,3}\s*)?(?:failure notice|notice: mail delivery|undeliver(?:able|ed)|non[ -]?deliver|returned (?:mail|to sender)|return(?:ed)? receipt|mail (?:delivery |system )?(?:fail|error|status|return|could not)|mail undeliverable|delivery (?:status|fail|error|problem|report|notification|unsuccessful|has failed|has been delayed|incomplete|delayed)|(?:message|e-?mail|mail)s? (?:could not be|not|cannot be|was not|undeliver\w+|status|delivery|delayed|bounced|rejected|returned)|warning: (?:could not send|message|e-?mail)|could ?n[o']t (?:send|deliver)|unable to deliver|permanent (?:delivery )?fail|nondeliverable|unzustellbar|nicht zustellbar|zustell\w* (?:fehl|nicht)|fehlgeschlagen|non remis|échec (?:de|d')|echec (?:de|d')|notification d'échec|no se (?:puede|pudo|ha) |no entregado|correo devuelto|error de entrega|mancata consegna|impossibile recapitare|não entregue|onbestelbaar|olevererbart|kan ikke leveres|rejected mail|problem(?:s)? delivering|bounce)/i

const BODY =
  /could not be delivered|couldn.t be delivered|cannot be delivered|can.t be delivered|not (?:be )?delivered|was undeliverable|is undeliverable|undeliverable|delivery .{0,60}(?:failed|has been delayed|unsuccessful)|failed to deliver|unable to deliver|returned to (?:the )?sender|permanent (?:fatal )?errors?|did not reach (?:the following|some or all)|delivery attempts? (?:has |have )?failed|could not deliver|wasn.t able to deliver|have had problems delivering|rejected by the (?:server|recipient|remote)|bounced|transcript of session|message was not accepted/i

/** qmail's own form of a bounce. */
const QSBMF = /^[ \t]*Hi\. (?:This is|The)\b.{0,120}(?:qmail-send|MAILER-DAEMON|deliver|program)/im

/** A mail that still waits; there may be another report after it. */
const DELAYED =
  /delayed|warning: could not send|warning: message .{0,40}(?:delayed|still)|will (?:keep|continue) (?:on )?trying|still (?:be )?(?:trying|undelivered|being)|you do not need to resend|no action is required|this is a warning message only|delivery attempts will continue|not yet been delivered|temporary (?:delivery )?(?:failure|problem|error)|delivery incomplete/i

/** Where the mail that came back begins: nothing after it is a report. */
const ORIGINAL =
  /^(?:-{2,}\s*(?:below this line|this is a copy|original (?:message|mail|header)|here is a copy|returned (?:message|mail)|message header|the body of|included is|the header|unsent message|original|forwarded|copy of|enclosed)|original message (?:headers?|follows)|message header follows|the original message (?:follows|headers)|your (?:original )?message (?:follows|reads|header)|(?:return-path|received|x-received|dkim-signature): )/im

export const isBounceSender = (from: string): boolean => SENDER.test(from.slice(0, 300))

export const isBounceSubject = (subject: string): boolean => SUBJECT.test(subject.slice(0, 300))

/** What a report says, without the mail that it returns. */
export function reportedPart(text: string): string {
  const own = text.slice(0, searchedCharacters.text)
  const end = own.search(ORIGINAL)
  // A report that begins with it has nothing else.
  return end > 40 ? own.slice(0, end) : own
}

export const saysUndelivered = (text: string): boolean => QSBMF.test(text) || BODY.test(text)

export const saysDelayed = (subject: string, text: string): boolean =>
  DELAYED.test(subject.slice(0, 300)) || DELAYED.test(text)
