import { headerText } from '../header-safety.ts'
import { isAnswerSubject, isMarkedAutomatic } from './automatic-answer.ts'
import { isBounceSender, isBounceSubject, reportedPart, saysDelayed, saysUndelivered } from './bounce-text.ts'
import { classOfFailure, enhancedCodeIn, type FailureClass, replyIn } from './failure-class.ts'
import { mostRecipients, reasonCharacters, searchedCharacters } from './limits.ts'
import { type Message, openMessage } from './open-message.ts'
import { addressIn, type Fields, readBlocks } from './report-fields.ts'

/** `other`: nothing follows from it, e.g. a person's answer, or a report that a mail arrived. */
export type ReturnedKind = FailureClass | 'complaint' | 'auto-reply' | 'other'

/** What is said of one recipient. */
export type ReturnedRecipient = {
  readonly address: string | undefined
  /** Every name of it in the report, lower case. */
  readonly names: readonly string[]
  readonly kind: ReturnedKind
  /** An enhanced code (RFC 3463) or a reply of SMTP. */
  readonly status: string | undefined
  /** On one line, and short. */
  readonly reason: string | undefined
}

export type ReturnedMail = Omit<ReturnedRecipient, 'names'> & {
  readonly recipients: readonly ReturnedRecipient[]
  /** Every address that it may have come back to. */
  readonly cameTo: readonly string[]
}

/** Reads what came back as a mail. Never throws: what cannot be read is `other`. Time and memory are bounded. */
export async function readReturnedMail(raw: Uint8Array): Promise<ReturnedMail> {
  const message = await openMessage(raw)
  const recipients = judge(message)
  const [worst] = recipients.toSorted((one, other) => weight[other.kind] - weight[one.kind])
  return {
    kind: worst?.kind ?? 'other',
    address: worst?.address,
    status: worst?.status,
    reason: worst?.reason,
    recipients,
    cameTo: listAddresses(message),
  }
}

const weight: Readonly<Record<ReturnedKind, number>> = {
  complaint: 4,
  hard: 3,
  soft: 2,
  'auto-reply': 1,
  other: 0,
}

const nothing = { address: undefined, names: [], status: undefined, reason: undefined }
const answered: ReturnedRecipient = { ...nothing, kind: 'auto-reply' }
const untold: ReturnedRecipient = { ...nothing, kind: 'other' }

/** A report in a form of its own comes first, then what answers by itself: its words are no report, whatever they say. */
function judge(message: Message): ReturnedRecipient[] {
  const { header, subject } = message
  const complaint = readComplaint(message)
  if (complaint !== undefined) return [complaint]
  const isAnswer = isAnswerSubject(subject)
  const isReport = header('content-type').some((value) => /multipart\/report/i.test(value))
  const status = message.part('message/delivery-status', 'message/global-delivery-status')
  if (status !== undefined && (isReport || !isAnswer)) {
    const told = readStatus(status, message)
    if (told.length > 0) return told
  }
  if (message.part('message/disposition-notification') !== undefined || isAnswer) return [answered]
  if (isBounce(message, isReport)) return readText(message)
  return [isMarkedAutomatic(header) ? answered : untold]
}

/** A report of RFC 5965, or the older one that Hotmail sends. */
function readComplaint({ part, subject }: Message): ReturnedRecipient | undefined {
  const report = part('message/feedback-report')
  const original = fieldsOf(part(...originals))
  const told = original?.get('x-hmxmroriginalrecipient')
  if (report === undefined)
    return told !== undefined && /^complaint about message/i.test(subject)
      ? { ...nothing, ...named(told), kind: 'complaint', reason: 'The recipient complained of it.' }
      : undefined
  const fields = readBlocks(report)[0] ?? new Map<string, string>()
  const type = fields.get('feedback-type')?.toLowerCase() ?? 'abuse'
  const isOfThem = /^(abuse|fraud|virus|opt-?out(-list)?|other|miscategorized)$/.test(type)
  const address =
    fields.get('original-rcpt-to') ?? fields.get('removal-recipient') ?? told ?? original?.get('to')
  return {
    ...nothing,
    ...named(address),
    kind: isOfThem ? 'complaint' : 'other',
    reason: shortReason(`Reported as ${type}.`),
  }
}

const named = (...values: readonly (string | undefined)[]) => {
  const names = values.flatMap((value) => addressIn(value) ?? [])
  return { address: names[0], names: [...new Set(names.map((name) => name.toLowerCase()))] }
}

const opens = ['final-recipient', 'original-recipient', 'action']

function readStatus(status: string, message: Message): ReturnedRecipient[] {
  const blocks = joinParts(readBlocks(status, opens)).slice(0, mostRecipients)
  const words = blocks.length === 1 ? reportedPart(message.text) : ''
  return blocks.map((fields) => readRecipient(fields, words, message))
}

const isAbout = (fields: Fields) =>
  ['final-recipient', 'original-recipient', 'action', 'status', 'diagnostic-code'].some((name) =>
    fields.has(name),
  )

/** Some programs put an empty line between the fields of one recipient. */
function joinParts(blocks: readonly Fields[]): Fields[] {
  const joined: Fields[] = []
  for (const fields of blocks.filter(isAbout)) {
    const before = joined.at(-1)
    const goesOn = before !== undefined && ![...fields.keys()].some((name) => before.has(name))
    if (goesOn) joined[joined.length - 1] = new Map([...before, ...fields])
    else joined.push(fields)
  }
  return joined
}

function readRecipient(fields: Fields, words: string, { header }: Message): ReturnedRecipient {
  const [action, status] = [fields.get('action')?.toLowerCase() ?? '', fields.get('status')]
  const diagnostic = fields.get('diagnostic-code')?.replace(/^\s*[\w-]{1,30}\s*;\s*/, '')
  const failed = header('x-failed-recipients')[0]
  return {
    ...named(fields.get('final-recipient'), fields.get('original-recipient'), failed),
    kind: kindOf(action, { status, diagnostic, words }),
    status: enhancedCodeIn(status) ?? enhancedCodeIn(diagnostic) ?? replyIn(diagnostic),
    reason: shortReason(diagnostic || status || words),
  }
}

function kindOf(action: string, failure: Parameters<typeof classOfFailure>[0]): ReturnedKind {
  if (/^(delivered|relayed|expanded)/.test(action)) return 'other'
  if (/^delayed/.test(action)) return 'soft'
  const isFailed = /^fail/.test(action) || !/^\s*2\./.test(failure.status ?? '')
  return isFailed ? classOfFailure(failure) : 'other'
}

/** Whether a program says that a mail did not arrive, without the form of RFC 3464. */
function isBounce({ header, subject, text }: Message, isReport: boolean): boolean {
  if (header('x-failed-recipients').length > 0) return true
  const isFromProgram =
    header('from').some(isBounceSender) ||
    header('return-path').some((value) => /^\s*<?\s*>?\s*$/.test(value))
  if (isReport) return isBounceSubject(subject) || (isFromProgram && saysUndelivered(reportedPart(text)))
  // A person answers by a Re: of their own, and a program that answers for one is marked.
  const says = saysUndelivered(reportedPart(text))
  if (isFromProgram) return says || isBounceSubject(subject)
  return says && isBounceSubject(subject) && !isMarkedAutomatic(header)
}

/** A line that begins with an address begins what is said of it. */
const ENTRY =
  /^[ \t>*-]{0,8}['"(]?<?([^\s<>()[\]\\,;:"'@]{1,64}@[^\s<>()[\]\\,;:"'@]{1,255})>?['")]?[ \t]{0,4}(?:[:;,(-]|on |$)/

function readText(message: Message): ReturnedRecipient[] {
  const { header, subject } = message
  const text = reportedPart(message.text)
  const inFields = readBlocks(text, opens).filter((fields) => fields.has('final-recipient'))
  if (inFields.length > 0) return inFields.map((fields) => readRecipient(fields, text, message))
  const own = new Set(listAddresses(message).map((address) => address.toLowerCase()))
  const entries = splitEntries(text).filter(({ address }) => !own.has(address.toLowerCase()))
  const failed = header('x-failed-recipients')
    .flatMap((value) => value.split(','))
    .flatMap((value) => addressIn(value) ?? [])
  const isDelayed = saysDelayed(subject, entries.length > 1 ? '' : text)
  const classOf = (words: string): FailureClass => (isDelayed ? 'soft' : classOfFailure({ words }))
  const one = (address: string | undefined, words: string, own = words): ReturnedRecipient => ({
    ...named(address),
    kind: classOf(words),
    status: enhancedCodeIn(words) ?? replyIn(words),
    reason: shortReason(own),
  })
  if (entries.length === 1 || (entries.length === 0 && failed.length <= 1))
    return [one(failed[0] ?? entries[0]?.address ?? otherAddress(text, own), text, entries[0]?.words)]
  if (entries.length > 1)
    return entries.slice(0, mostRecipients).map(({ address, words }) => one(address, words || text))
  return failed.slice(0, mostRecipients).map((address) => one(address, text))
}

function splitEntries(text: string): { address: string; words: string }[] {
  const entries: { address: string; words: string }[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const cut = line.slice(0, searchedCharacters.line)
    const address = ENTRY.exec(cut)?.[1]
    const last = entries.at(-1)
    const isKnown = entries.some((entry) => entry.address.toLowerCase() === address?.toLowerCase())
    if (address !== undefined && !isKnown) entries.push({ address, words: cut })
    else if (last) last.words = `${last.words}\n${cut}`
  }
  return entries
}

/** The first address in a text that is not where the mail came back to, nor of a mail system itself. */
function otherAddress(text: string, own: ReadonlySet<string>): string | undefined {
  for (const word of text.split(/[\s<>()[\]"',;]+/)) {
    const address = addressIn(word.replace(/^(mailto|smtp|rfc822|to):/i, ''))
    if (
      address &&
      !own.has(address.toLowerCase()) &&
      !/^(mailer-daemon|postmaster|abuse|support)@/i.test(address)
    )
      return address
  }
  return undefined
}

const originals = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
]
const ARRIVED = [
  ...['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to'],
  ...['apparently-to', 'resent-to', 'cc', 'x-forwarded-to'],
]
const mostAddresses = 50

/** The addresses that it came to, and those that its report says the mail came from. */
function listAddresses({ header, part }: Message): string[] {
  const report = fieldsOf(part('message/feedback-report'))
  const original = fieldsOf(part(...originals))
  const values = [
    ...ARRIVED.flatMap((name) => header(name)),
    report?.get('original-mail-from') ?? '',
    original?.get('return-path') ?? '',
  ]
  const addresses = values
    .flatMap((value) => value.slice(0, 4000).split(/[,\s]+/))
    .flatMap((value) => addressIn(value) ?? [])
  return [...new Set(addresses)].slice(0, mostAddresses)
}

const fieldsOf = (text: string | undefined): Fields | undefined =>
  text === undefined ? undefined : readBlocks(text)[0]

const shortReason = (text: string): string | undefined =>
  headerText(text.slice(0, 4 * reasonCharacters))
    .replaceAll(/\s+/g, ' ')
    .slice(0, reasonCharacters)
    .trim() || undefined
