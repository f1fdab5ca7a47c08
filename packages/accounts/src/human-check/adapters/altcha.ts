import { createHmac, randomInt } from 'node:crypto'
import type { Clock } from '@freeor/kernel/clock'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { HumanCheck } from '../ports.ts'

const challengeMinutes = 10
/** About half a second of one core: a person does not notice it, but a thousand accounts cost something. */
const cost = 2_000
const counters = { from: 300, to: 900 }

const hex = z.string().regex(/^[0-9a-f]+$/)
const parameters = z.strictObject({
  algorithm: z.string(),
  nonce: hex,
  salt: hex,
  cost: z.int(),
  keyLength: z.int(),
  keyPrefix: hex,
  keySignature: hex,
  expiresAt: z.int(),
})
const payload = z.object({
  challenge: z.object({ parameters, signature: hex }),
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: hex }),
})

function readPayload(answer: string): z.output<typeof payload> | undefined {
  try {
    return payload.parse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}

/**
 * Work for the browser that this server sets and checks: no other service is called. The library accepts a solved
 * challenge as often as it is shown, so the caller must spend its nonce once.
 */
export function openAltcha({ secret, clock }: { secret: string; clock: Clock }): HumanCheck {
  const keyFor = (purpose: string) =>
    createHmac('sha256', secret).update(`altcha:${purpose}`).digest('base64')
  const secrets = { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('key') }
  return {
    widget: { provider: 'altcha' },
    async challenge() {
      const expiresAt = new Date(clock.now().getTime() + challengeMinutes * 60_000)
      const counter = randomInt(counters.from, counters.to)
      const algorithm = 'PBKDF2/SHA-256'
      return { ...(await createChallenge({ algorithm, cost, counter, deriveKey, expiresAt, ...secrets })) }
    },
    async verify(answer) {
      const shown = readPayload(answer)
      if (!shown) return { status: 'refused' }
      const { nonce, expiresAt } = shown.challenge.parameters
      // What the signature does not cover may be anything, also something that makes the library throw.
      const result = await verifySolution({ ...shown, deriveKey, ...secrets }).catch(() => undefined)
      if (!result?.verified || expiresAt * 1000 <= clock.now().getTime()) return { status: 'refused' }
      return {
        status: 'human',
        spendOnce: { key: `altcha:${nonce}`, expiresAt: new Date(expiresAt * 1000) },
      }
    },
  }
}
