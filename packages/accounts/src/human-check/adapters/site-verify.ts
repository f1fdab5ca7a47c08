import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import type { HumanCheck } from '../ports.ts'

const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const

/** The lowest score of reCAPTCHA version 3, as Google suggests to begin with; Turnstile gives no score. */
const leastScore = 0.5
const patienceMs = 5_000
/** Both providers' tokens expire long before. */
const rememberedMs = 15 * 60_000

/** The name of the action, from the specification. An answer for another action, or for none, is refused. */
const action = 'signup'

const verdict = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})

export type SiteVerifyOptions = {
  readonly provider: keyof typeof addresses
  readonly siteKey: string
  readonly secret: string
  readonly clock: Clock
  /** The provider's unless told. */
  readonly url?: string
  readonly timeoutMs?: number
}

/** Turnstile or reCAPTCHA: their server checks each token, with our secret. */
export function openSiteVerify(options: SiteVerifyOptions): HumanCheck {
  const { provider, siteKey, clock } = options
  return {
    widget: { provider, siteKey },
    challenge: async () => undefined,
    async verify(answer, clientAddress) {
      const said = await ask(options, answer, clientAddress)
      if (!said.success || said.action !== action || (said.score ?? 1) < leastScore) {
        requireRightSecret(said['error-codes'])
        return { status: 'refused' }
      }
      const expiresAt = new Date(clock.now().getTime() + rememberedMs)
      return { status: 'human', spendOnce: { key: `${provider}:${answer}`, expiresAt } }
    },
  }
}

async function ask(options: SiteVerifyOptions, answer: string, clientAddress: string) {
  const { provider, secret, url = addresses[provider], timeoutMs = patienceMs } = options
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer, remoteip: clientAddress }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`${provider} answered ${response.status}`)
    return verdict.parse(await response.json())
  } catch (cause) {
    throw away(cause)
  }
}

/** A wrong secret makes the provider refuse everybody: that is our fault and not the user's. */
function requireRightSecret(codes: readonly string[] = []): void {
  const ours = codes.filter((code) => code.endsWith('-input-secret'))
  if (ours.length > 0) throw away(new Error(`The provider says ${ours.join(', ')}`))
}

const away = (cause: unknown) =>
  new AppError('unavailable', 'The human check is not available right now. Please try again soon.', { cause })
