import { randomBytes } from 'node:crypto'
import { newId } from '@freeor/kernel/ids'
import { type AuthenticateResult, authenticate } from 'mailauth'
import { createTransport } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Sender } from './ports.ts'
import { openReturnPath } from './return-path.ts'

/** Asks the DNS, as `resolve` of `node:dns/promises` does. */
export type Resolver = (name: string, type: string) => Promise<string[] | string[][]>

export type MailFinding = { readonly id: string; readonly ok: boolean; readonly detail: string }

export type MailSetup = {
  readonly from: Pick<Sender, 'name' | 'address' | 'dkim'>
  readonly bounceDomain: string | undefined
  /** The address that mail leaves from; undefined where it is not known. */
  readonly ip: string | undefined
  /** A mail that arrived, with its header, in place of a sample of ours. */
  readonly message?: Uint8Array | undefined
  readonly resolver: Resolver
}

/** What a receiver would find of our mail: SPF, DKIM, DMARC, whether they align, and the header of a mail. */
export async function checkMailSetup(setup: MailSetup): Promise<MailFinding[]> {
  const { from, bounceDomain, ip, resolver } = setup
  const sample = await writeSample(setup)
  const message = setup.message ?? sample.raw
  const strict = { resolver, disableArc: true, disableBimi: true, minBitLength: 1024 }
  const isArrived = setup.message !== undefined
  const found = await authenticate(
    Buffer.from(message),
    isArrived
      ? { ...strict, trustReceived: true }
      : { ...strict, ...(ip && { ip }), helo: domainOf(from.address), sender: sample.returnPath },
  )
  return [
    judgeSpf(found, { isKnown: isArrived || ip !== undefined, domain: domainOf(sample.returnPath) }),
    judgeDkim(found, { isArrived, hasKey: from.dkim !== undefined }),
    judgeDmarc(found, domainOf(from.address)),
    judgeAlignment(found),
    judgeHeader(found, Buffer.from(message).toString('latin1')),
    ...(bounceDomain === undefined ? [] : [await checkBounceDomain(bounceDomain, resolver)]),
  ]
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** A mail with every field that ours have, as it would leave. */
async function writeSample({
  from,
  bounceDomain,
}: MailSetup): Promise<{ raw: Uint8Array; returnPath: string }> {
  const id = newId('mail')
  const secret = randomBytes(16).toString('hex')
  const returnPath = bounceDomain ? openReturnPath({ secret, domain: bounceDomain }) : undefined
  const mail = {
    ...{ id, to: 'somebody@example.org', subject: 'A sample', text: 'A sample.', html: '<p>A sample.</p>' },
    headers: {
      'Reply-To': 'somebody@example.com',
      'List-Unsubscribe': '<https://example.com/stop>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(composeMessage(mail, { ...from, returnPath }))
  if (!Buffer.isBuffer(message)) throw new TypeError('The message is not in memory')
  return { raw: message, returnPath: returnPath?.addressOf(id) ?? from.address }
}

const finding = (id: string, ok: boolean, detail: string): MailFinding => ({ id, ok, detail })

const UNANSWERED = 'The DNS did not answer; please try again'

function judgeSpf(
  { spf }: AuthenticateResult,
  { isKnown, domain }: { isKnown: boolean; domain: string },
): MailFinding {
  const say = (ok: boolean, detail: string) => finding('SPF', ok, `${detail}.`)
  if (!isKnown || !spf)
    return say(false, `Not checked: say with --ip from which address mail of ${domain} leaves`)
  const of = `${spf.domain || domain} and the address ${spf['client-ip']}`
  switch (spf.status.result) {
    case 'pass':
      return say(true, `The record of ${spf.domain} allows the address ${spf['client-ip']}`)
    case 'none':
      return say(false, `${spf.domain || domain} has no TXT record that begins with v=spf1`)
    case 'temperror':
      return say(false, UNANSWERED)
    case 'permerror':
      return say(
        false,
        `The record of ${spf.domain || domain} cannot be read: ${spf.status.comment ?? spf.info}`,
      )
    case 'neutral':
      return say(false, `The record says nothing of ${of}: it ends in ?all, or has no all`)
    default:
      return say(false, `The record does not allow ${of}: receivers refuse such mail`)
  }
}

type Signing = { readonly isArrived: boolean; readonly hasKey: boolean }

function judgeDkim({ dkim }: AuthenticateResult, { isArrived, hasKey }: Signing): MailFinding {
  const say = (ok: boolean, detail: string) => finding('DKIM', ok, `${detail}.`)
  const results = dkim.results.filter(({ status }) => status.result !== 'none')
  const passed = results.find(({ status }) => status.result === 'pass')
  if (passed) return say(true, `The signature of ${passed.signingDomain} (${passed.selector}) is right`)
  const [failed] = results
  if (!failed)
    return say(
      false,
      isArrived || hasKey
        ? 'The mail has no signature'
        : 'Mail is not signed here: set DKIM_KEY_FILE, or give a mail that arrived with --message if your mail server signs',
    )
  const name = `${failed.selector}._domainkey.${failed.signingDomain}`
  if (failed.status.result === 'temperror') return say(false, UNANSWERED)
  if (failed.status.result === 'neutral' || !failed.rr)
    return say(false, `There is no key at ${name}: put its TXT record there (docs/mail.md)`)
  return say(false, `The signature does not fit the key at ${name}: ${failed.status.comment || failed.info}`)
}

function judgeDmarc({ dmarc, dmarcSkipReason }: AuthenticateResult, domain: string): MailFinding {
  const say = (ok: boolean, detail: string) => finding('DMARC', ok, `${detail}.`)
  if (!dmarc)
    return say(false, `The From of the mail names no domain to look at (${dmarcSkipReason ?? domain})`)
  if (dmarc.status.result === 'temperror') return say(false, UNANSWERED)
  if (dmarc.status.result === 'none' || !dmarc.rr)
    return say(false, `_dmarc.${domain} has no TXT record that begins with v=DMARC1`)
  if (dmarc.status.result !== 'pass')
    return say(false, `The policy of ${dmarc.domain} (p=${dmarc.p}) is not met: nothing that passes aligns`)
  const note = dmarc.p === 'none' ? '; p=none asks receivers to do nothing with mail in your name' : ''
  return say(true, `The policy of ${dmarc.domain} is met${note}`)
}

function judgeAlignment({ dmarc }: AuthenticateResult): MailFinding {
  const say = (ok: boolean, detail: string) => finding('aligned', ok, `${detail}.`)
  const { spf, dkim } = (dmarc || undefined)?.alignment ?? {}
  const parts = [spf?.result ? 'SPF' : undefined, dkim?.result ? 'DKIM' : undefined].filter(Boolean)
  return parts.length > 0
    ? say(true, `${parts.join(' and ')} ${parts.length > 1 ? 'pass' : 'passes'} for the domain of From`)
    : say(false, 'Neither SPF nor DKIM passes for the domain of From')
}

const needed = ['from', 'to', 'date', 'message-id', 'subject', 'mime-version', 'content-type']
const LONGEST_LINE = 998

function judgeHeader({ dkim }: AuthenticateResult, raw: string): MailFinding {
  const [head = ''] = raw.split(/\r?\n\r?\n/)
  const names = [...head.matchAll(/^([!-9;-~]+)[ \t]*:/gm)].map(([, name = '']) => name.toLowerCase())
  const missing = needed.filter((name) => !names.includes(name))
  const twice = needed.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const signed = dkim.results.flatMap(
    ({ signingHeaders }) => signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? [],
  )
  const unsigned = names.filter((name) => name.startsWith('list-unsubscribe') && !signed.includes(name))
  const problems = [
    ...missing.map((name) => `${name} is missing`),
    ...twice.map((name) => `${name} is there twice`),
    ...(dkim.results.some(({ status }) => status.result === 'pass')
      ? unsigned.map((name) => `${name} is not under the signature`)
      : []),
    ...(raw.split(/\r?\n/).some(({ length }) => length > LONGEST_LINE)
      ? [`a line has more than ${LONGEST_LINE} characters`]
      : []),
  ]
  return finding(
    'header',
    problems.length === 0,
    problems.length === 0 ? 'The header of the mail is complete.' : `Of the header: ${problems.join('; ')}.`,
  )
}

async function checkBounceDomain(domain: string, resolver: Resolver): Promise<MailFinding> {
  for (const type of ['MX', 'A', 'AAAA'])
    try {
      if ((await resolver(domain, type)).length > 0)
        return finding('bounces', true, `${domain} takes mail: what comes back has a way.`)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!['ENOTFOUND', 'ENODATA'].includes(code)) return finding('bounces', false, `${UNANSWERED}.`)
    }
  return finding('bounces', false, `${domain} has no MX record: what comes back gets lost.`)
}
