import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { untilAborted } from '@freeor/kernel/until-aborted'
import { webhookLimits } from '../limits.ts'
import type { Attempt, Outcome, PostEvent, WebhookNetwork } from '../ports.ts'
import { isPublicAddress, refuseUrl } from './public-address.ts'

/** The public internet, and nothing else. */
export const publicNetwork: WebhookNetwork = {
  refuseUrl,
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  attemptMs: webhookLimits.attemptMs,
}

/**
 * Sends one attempt. The name is looked up once; every one of its addresses must be allowed, and the connection goes to
 * one of them, whatever the name means a moment later. Redirects are not followed, and an answer's body is thrown away.
 */
export const postEventTo =
  (network: WebhookNetwork): PostEvent =>
  async (attempt) => {
    const time = AbortSignal.timeout(network.attemptMs)
    const signal = attempt.signal ? AbortSignal.any([time, attempt.signal]) : time
    try {
      const refusal = network.refuseUrl(attempt.url)
      if (refusal) return { status: null, error: refusal }
      const addresses = await untilAborted(network.resolve(hostOf(attempt.url)), signal)
      if (addresses.length === 0 || !addresses.every((address) => network.isAllowed(address)))
        return { status: null, error: 'Its name has an address that is not one of the public internet.' }
      return await post({ ...attempt, signal }, addresses)
    } catch (error) {
      return { status: null, error: time.aborted ? 'It did not answer in time.' : sentenceOf(error) }
    }
  }

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** The connection's own look-up gives what was looked up and checked before. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first = ''] = addresses
    const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
    if (all) done(null, [{ address: first, family: familyOf(first) }])
    else done(null, first, familyOf(first))
  }

function post({ url, headers, body, signal }: Attempt, addresses: readonly string[]): Promise<Outcome> {
  const send = url.startsWith('https:') ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: none is kept that another look-up has opened.
        agent: false,
        lookup: pinnedTo(addresses),
        ...(signal && { signal }),
      },
      (answer) => {
        readAway(answer).then(
          () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Reads as much as a polite answer has, and hangs up on a longer one. */
async function readAway(answer: IncomingMessage): Promise<void> {
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes > webhookLimits.answer) break
  }
  answer.destroy()
}

/** Nothing of what the endpoint says: what it answers is nobody's business but its owner's. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Its name was not found.',
  EAI_AGAIN: 'Its name could not be looked up.',
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It ended the connection.',
  EHOSTUNREACH: 'It could not be reached.',
  ENETUNREACH: 'It could not be reached.',
}
function sentenceOf(error: unknown): string {
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (/CERT|TLS|SSL|EPROTO|ALTNAME|SIGNATURE/.test(code))
    return `Its certificate or its encryption is not right (${code}).`
  return sentences[code] ?? `The request failed${code ? ` (${code})` : ''}.`
}
