import { deriveSecret } from '@freeor/accounts/signed-values'
import { Webhook } from 'standardwebhooks'
import type { webhookEndpoints } from './tables.ts'

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, 'id' | 'secretNo' | 'formerSecretUntil'>

/** The secret that an endpoint's owner was shown, kept nowhere. */
export function secretOf(secret: string, { id, secretNo }: Pick<Endpoint, 'id' | 'secretNo'>): string {
  const bytes = Buffer.from(deriveSecret(secret, 'webhook', `${id}:${secretNo}`), 'base64url')
  return `whsec_${bytes.toString('base64')}`
}

/** The secrets that sign now: while one is turned, the new one and the former. */
export function secretsOf(secret: string, endpoint: Endpoint, now: Date): string[] {
  const { id, secretNo, formerSecretUntil } = endpoint
  const isTurning = formerSecretUntil !== null && formerSecretUntil > now
  return [secretNo, ...(isTurning ? [secretNo - 1] : [])].map((number) =>
    secretOf(secret, { id, secretNo: number }),
  )
}

type Message = { readonly id: string; readonly body: string; readonly now: Date }

/** The headers of Standard Webhooks. */
export function signedHeaders(secrets: readonly string[], { id, body, now }: Message) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'Freeor-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
