/** Hard: the address will never take mail. Soft: this mail, or now, or from us it does not. */
export type FailureClass = 'hard' | 'soft'

/** What is known of one failure. */
export type Failure = {
  /** The status field of a report. */
  readonly status?: string | undefined
  /** What the other server said. */
  readonly diagnostic?: string | undefined
  /** What the report says in words, where the fields say little. */
  readonly words?: string | undefined
}

/** An enhanced code (RFC 3463); an IP address or a version number is none. */
const ENHANCED = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/
/** A reply of SMTP, where it stands as one. */
const REPLY = /(?<![\d.])(4[2-7]\d|5[0-7]\d)(?=[ \-:;,)\]#>]|$)(?!-?\d)/

export function enhancedCodeIn(text: string | undefined): string | undefined {
  return ENHANCED.exec(text ?? '')?.[0]
}

export const replyIn = (text: string | undefined): string | undefined => REPLY.exec(text ?? '')?.[0]

const MAILBOX_FULL =
  /over ?quota|quota[ -]?(is )?exceed|exceed\w* .{0,40}(quota|storage|mailbox size|disk)|(mailbox|inbox|mail ?box|account|folder) .{0,30}(is |was )?(full|over (its|the|storage|quota))|(mailbox|inbox) ?full|full mailbox|insufficient (system |disk )?(storage|space)|(not enough|no|out of) (disk |storage )?(space|storage)|disk (is )?full|quota .{0,20}(limit|reached|violation)|out of quota|mailbox size limit|storage (limit|allocation)|too many (messages|mails) in|bo[iî]te .{0,30}pleine|postfach .{0,30}(voll|überfüllt)|buz[oó]n .{0,20}llen|casella .{0,20}piena/i

const TOO_LARGE =
  /(message|mail|size|header)s? .{0,30}(too (large|big|long)|exceed\w* .{0,40}(size|limit|maximum))|too (large|big) .{0,20}message|maximum message size|message size exceed/i

const POLICY =
  /spam|black ?list|block(ed|ing|list| list)|dnsbl|\brbl\b|spamhaus|spamcop|barracuda|proofpoint|mimecast|reputation|polic(y|ies)|dmarc|\bspf\b|dkim|authenticat|unsolicited|\bbulk\b|rate.?limit|too many (connections|recipients|messages|mails|errors)|gr[ae]y ?list|virus|malware|phish|banned|content (filter|reject|not accept|restrict)|access denied|relay(ing)? (access )?(denied|not (allowed|permitted))|unable to relay|we do not relay|not (permitted|allowed|authori[sz]ed)|reverse dns|\bptr\b|rdns|sender (address )?(reject|denied|verif|not)|suspicious|abuse|complaint|restricted|listed (in|at|by|on)|prohibited|rejected .{0,30}(security|administrat)|whitelist|challenge|helo|moderat/i

/** It is we who are refused, whatever is said of an address. */
const ABOUT_US =
  /sender.{0,40}(reject|denied|verif|not |invalid|does|unknown|domain|blocked|block|unauthori)|reverse dns|\bhelo\b|your (ip|host\b|server|domain|mail server)|from (address|domain)|envelope[ -]from|mail from command/i

const ADDRESS_GONE =
  /(user|recipient|mailbox|mail ?box|account|address|addressee|person|member|e-?mail|login|alias|local[ -]?part)s?('s)?( [^ ]{1,80})?( address| name| account)? (is |was |has been |are )?(unknown|not (been )?(found|exist|known|valid|recogni[sz]ed|available|listed|registered|activ\w*|local|here)|invalid|does ?n[o']t exist|doesn.t exist|disabled|deactivated|closed|suspended|inactive|deleted|removed|terminated|expired|discontinued|cancell?ed|no longer|unavailable|undeliverable|locked|blocked by its owner)|(user|recipient|mailbox|account|address|e-?mail)s? .{0,60}(do(es)? not exist|does ?n[o'’]t exist|could ?n[o'’]t be found|(could|can) ?not be found|not found|is no longer|was not found|has been (disabled|closed|deactivated|suspended|deleted|removed))|unknown (user|recipient|mailbox|account|address|local|addressee|login|or (invalid|illegal) (user|alias|recipient))|no such (user|mailbox|recipient|person|account|address|addressee|alias|local|name|e-?mail|mail|virtual)|invalid (user|recipient|mailbox|address|account|e-?mail)|illegal (user|alias|recipient)|bad (destination|recipient|mailbox|address)|not a (valid|known|local) (user|recipient|mailbox|address|account|e-?mail)|no (mailbox|mail ?box|account|user|recipient)s? (here|by that|with (that|this)|found|exists?|named|of that|for)|(do|does)(n.t| not) have (an?|any|such) .{0,50}(account|mailbox|user|address)|(user|recipient|account|employee|person) (is )?no longer|no longer (at|with|works?|employed|valid|in (use|service)|active|available|accept|exists?|on (this|our) server|a (valid|customer|user))|unrouteable address|unroutable|undeliverable address|address(ee)? unknown|rejected: (undeliverable|user|access denied)|recipient ?not ?found|recipnotfound|user doesn|mailbox not available|resolver\.adr|not listed in|couldn.t find any (user|person)|this (address|account) (is )?(not|no longer)|not our customer|no valid recipient|has moved|unzustellbare adresse|empf[aä]nger .{0,30}(unbekannt|existiert nicht)|utilisateur .{0,20}inconnu|destinataire .{0,30}(inconnu|introuvable)|usuario .{0,30}(desconocido|no existe)|utente .{0,30}(sconosciuto|inesistente)/i

const DOMAIN_GONE =
  /(host|domain)( or domain)?( name)?( [^ ]{1,100})? (is |was )?(unknown|not found|does ?n[o'’]t exist|invalid|has no (mx|mail))|(host|domain) or domain name not found|unknown (host|domain)|no such (host|domain)|nxdomain|non-?existent (host|domain)|domain .{0,80}(does ?n[o'’]t exist|not found|could not be found|is not hosted|expired|no longer)|name or service not known|host name lookup failed|couldn.t find any host|all relevant mx records point to non-existent|no (mx|valid mail exchanger|mail server)( record)?|null ?mx|does not accept mail|unresolvable|bad address syntax|malformed (address|mailbox)|dns type '?mx'? lookup .{0,60}returned (nxdomain|no records)/i

/** Somebody gets more mail than their provider lets through. */
const TOO_OFTEN = /at a rate|too (quickly|often|fast)|rate limit/i

const LATER =
  /temporar|try(ing)? again|later|time[d ]?.?out|connection (refused|lost|reset|dropped|closed)|could ?n[o'’]t connect|unreachable|deferr|delay|still (be )?(trying|retr)|will (be )?(retr|keep)|retry|been in the queue too long|queue too long|expired|too long (in|on)|(server|host|system|service) .{0,30}(busy|unavailable|down|not (available|respond))|no route to host|network|not (currently|presently)|resources|overload|hop count|too many hops|loop/i

const NO_MORE_TRIES = /permanent(ly)?|fatal|giving up|given up|will not be retried/i

/** Of the enhanced codes X.1.n, those that say that the recipient's address is wrong; the others are about the sender. */
const WRONG_ADDRESS = new Set([0, 1, 2, 3, 4, 6, 9, 10])

/**
 * Whether an address will never take mail. A wrong "hard" stops mail to somebody who waits for it, so whatever is about
 * us, this mail or this hour is soft: policy, spam, size, a full mailbox.
 */
export function classOfFailure({ status, diagnostic = '', words = '' }: Failure): FailureClass {
  const said = diagnostic.trim() === '' ? words : diagnostic
  const code = mostSpecific(enhancedCodeIn(diagnostic), enhancedCodeIn(status)) ?? enhancedCodeIn(words)
  const reply = replyIn(diagnostic) ?? replyIn(words)
  if (MAILBOX_FULL.test(said)) return 'soft'
  const byCode = code === undefined ? undefined : classOfCode(code, said)
  if (byCode !== undefined) return byCode
  const isLate = code?.startsWith('4') || (code === undefined && reply?.startsWith('4'))
  const bySaid = classOfWords(said, isLate === true)
  if (bySaid !== undefined) return bySaid
  const byWords = said === words ? undefined : classOfWords(words, isLate === true)
  if (byWords !== undefined) return byWords
  if (isLate) return 'soft'
  if (code === '5.0.0' && reply !== undefined) return /^55[013]/.test(reply) ? 'hard' : 'soft'
  if (code !== undefined) return /^5\.[013]\.|^5\.2\.0|^5\.5\.0/.test(code) ? 'hard' : 'soft'
  if (reply !== undefined) return /^55[013]/.test(reply) ? 'hard' : 'soft'
  return NO_MORE_TRIES.test(`${said} ${words}`) ? 'hard' : 'soft'
}

/** A mail server refuses a mail because the address is wrong, and says so by its code: no report comes later. */
export const saysAddressIsGone = (reason: string): boolean =>
  /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(enhancedCodeIn(reason) ?? '') &&
  classOfFailure({ diagnostic: reason }) === 'hard'

/** A code without a detail says less than one with it, wherever it stands; else the other server's own counts. */
function mostSpecific(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const isVague = (code: string) => /^\d\.(0\.0|\d\.0)$/.test(code)
  return isVague(one) && !isVague(other) && one[0] === other[0] ? other : one
}

/** What the code alone says; undefined where the words have to say it. */
function classOfCode(code: string, said: string): FailureClass | undefined {
  const [kind, subject = 0, detail = 0] = code.split('.').map(Number)
  if (kind === 2) return undefined
  if (kind === 4) return classOfLate(subject, detail, said)
  switch (subject) {
    case 1:
      if (detail === 0) return undefined
      return WRONG_ADDRESS.has(detail) ? 'hard' : 'soft'
    case 2:
      if (detail === 0) return undefined
      return detail === 1 && !TOO_OFTEN.test(said) ? 'hard' : 'soft'
    case 3:
      return detail === 0 ? undefined : 'soft'
    case 4:
      return classOfRoute(detail, said)
    case 5:
      return detail === 0 || ADDRESS_GONE.test(said) ? undefined : 'soft'
    case 6:
      return 'soft'
    case 7:
      return isAddressGone(withoutNames(said)) ? 'hard' : 'soft'
    default:
      return undefined
  }
}

const isAddressGone = (said: string) => ADDRESS_GONE.test(said) && !POLICY.test(said) && !ABOUT_US.test(said)

/** Given up after days of trying: the address may be right. Some servers say 4 of an address that they do not know. */
const classOfLate = (subject: number, detail: number, said: string): FailureClass | undefined =>
  subject === 1 && detail === 1 && ADDRESS_GONE.test(said) && !LATER.test(said) ? 'hard' : undefined

/** X.4.n: the way there. No such domain is for good; a timeout and a loop may be mended. */
function classOfRoute(detail: number, said: string): FailureClass | undefined {
  if (detail === 4 || detail === 310) return /again|temporar/i.test(said) ? 'soft' : 'hard'
  if (detail === 0) return undefined
  return DOMAIN_GONE.test(said) || ADDRESS_GONE.test(said) || (detail === 1 && /access denied/i.test(said))
    ? 'hard'
    : 'soft'
}

/** `Recipient address rejected` and the name of a blocking service in a link are no policy by themselves. */
const withoutNames = (said: string) =>
  said.replaceAll(/https?:\/\/\S{0,200}/gi, ' ').replaceAll(/\S{1,64}@\S{1,255}/g, ' ')

function classOfWords(said: string, isLate: boolean): FailureClass | undefined {
  if (said.trim() === '') return undefined
  if (MAILBOX_FULL.test(said) || TOO_LARGE.test(said)) return 'soft'
  if (isLate) return undefined
  const plain = withoutNames(said)
  if (ABOUT_US.test(plain)) return 'soft'
  if (ADDRESS_GONE.test(plain)) return 'hard'
  if (DOMAIN_GONE.test(plain) && !/again|temporar/i.test(plain)) return 'hard'
  if (POLICY.test(plain) || LATER.test(plain)) return 'soft'
  return undefined
}
