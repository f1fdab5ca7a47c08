import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt } from 'drizzle-orm'
import { challengeMs } from '../adapters/webauthn.ts'
import { hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'

/**
 * What a challenge was given for: making a passkey or re-authenticating, in one session; signing in, as anybody; or the
 * second step of one log-in, by its ticket. A challenge is of no use for anything else.
 */
export type ChallengeFor =
  | { readonly kind: 'add' | 'again'; readonly sessionId: string; readonly userId: string }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'second'; readonly ticket: string; readonly userId: string }

const identifierOf = (use: ChallengeFor, challenge: string): string => {
  const bound = use.kind === 'sign-in' ? '' : use.kind === 'second' ? use.ticket : use.sessionId
  return `passkey-${use.kind}:${hashLinkToken(JSON.stringify([bound, challenge]))}`
}

const ownerOf = (use: ChallengeFor): string => (use.kind === 'sign-in' ? '' : use.userId)

/** Keeps a challenge for five minutes. */
export async function keepChallenge(
  tx: Tx,
  use: ChallengeFor,
  { challenge, now }: { readonly challenge: string; readonly now: Date },
): Promise<void> {
  await tx.insert(verifications).values({
    id: newId('ver'),
    identifier: identifierOf(use, challenge),
    value: ownerOf(use),
    expiresAt: new Date(now.getTime() + challengeMs),
    createdAt: now,
    updatedAt: now,
  })
}

/** Takes a challenge, once: a wrong answer uses it up, too. @returns whether it was valid */
export async function spendChallenge(
  tx: Tx,
  use: ChallengeFor,
  { challenge, now }: { readonly challenge: string; readonly now: Date },
): Promise<boolean> {
  const isLive = and(
    eq(verifications.identifier, identifierOf(use, challenge)),
    eq(verifications.value, ownerOf(use)),
    gt(verifications.expiresAt, now),
  )
  return (await tx.delete(verifications).where(isLive).returning({ id: verifications.id })).length > 0
}
