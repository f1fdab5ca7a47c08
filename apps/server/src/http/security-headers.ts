import { randomBytes } from 'node:crypto'
import type { HumanCheckWidget } from '@freeor/accounts/human-check/ports'
import type { BrowserCardForm } from '@freeor/billing/providers/ports'
import { recurlyContentSources } from '@freeor/billing/providers/recurly/card-form'

export const newNonce = (): string => randomBytes(16).toString('base64')

/** Other people's hosts that a page may load from. */
export type ContentSources = {
  readonly scriptSrc: readonly string[]
  readonly frameSrc: readonly string[]
  readonly connectSrc: readonly string[]
  /** Where video and sound may come from besides the site itself. */
  readonly mediaSrc?: readonly string[]
}

const noSources: ContentSources = { scriptSrc: [], frameSrc: [], connectSrc: [] }

/** What the card form of the billing provider loads from elsewhere; the built-in one loads nothing. */
export const cardFormSources = (form: BrowserCardForm): ContentSources =>
  form.provider === 'recurly' ? recurlyContentSources(form.publicKey) : noSources

/** What the human check's own script loads; the built-in one is ours. Sources as the two providers document them. */
export function humanCheckSources({ provider }: HumanCheckWidget): ContentSources {
  if (provider === 'altcha') return noSources
  if (provider === 'turnstile') {
    const hosts = ['https://challenges.cloudflare.com']
    return { scriptSrc: hosts, frameSrc: hosts, connectSrc: [] }
  }
  const scriptSrc = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
  const frameSrc = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
  return { scriptSrc, frameSrc, connectSrc: ['https://www.google.com/recaptcha/'] }
}

/**
 * The policy of every page. Styles may be inline: the component library computes them; scripts never.
 * @param others what the configured services load from hosts of their own; none by default
 */
export function contentSecurityPolicy(
  nonce: string,
  isDevelopment: boolean,
  others: readonly ContentSources[] = [],
): string {
  const also = (kind: keyof ContentSources) =>
    others.flatMap((each) => (each[kind] ?? []).map((host) => ` ${host}`)).join('')
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}${also('scriptSrc')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `media-src 'self'${also('mediaSrc')}`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}${also('connectSrc')}`,
    `frame-src 'self'${also('frameSrc')}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const YEAR_SECONDS = 31_536_000

const fixedHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=()',
}

/**
 * The headers of every answer. Where the sites are reached over https, browsers are told to stay with it; other hosts
 * below the same name are not ours to speak for.
 */
export const headersOf = (siteUrl: string): Readonly<Record<string, string>> =>
  siteUrl.startsWith('https:')
    ? { ...fixedHeaders, 'strict-transport-security': `max-age=${YEAR_SECONDS}` }
    : fixedHeaders
