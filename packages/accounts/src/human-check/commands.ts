import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, gt, lt } from 'drizzle-orm'
import { hashLinkToken } from '../signed-values.ts'
import type { HumanCheck } from './ports.ts'
import { humanPasses, spentChallenges } from './tables.ts'

const passMinutes = 10

/**
 * Spends a pass from `givePass` in the transaction of the action that needs it: once, by the user it was given to,
 * while the session it was given in lives. A rollback gives it back.
 * @throws AppError human_check_required for any other
 */
export async function spendHumanPass(
  tx: Tx,
  { pass, userId, now }: { readonly pass: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  const isTheirs = and(eq(humanPasses.passHash, hashLinkToken(pass)), eq(humanPasses.userId, userId))
  const spent = await tx
    .delete(humanPasses)
    .where(and(isTheirs, gt(humanPasses.expiresAt, now)))
    .returning({ id: humanPasses.id })
  if (spent.length === 0) throw notShown()
}

const notShown = () => new AppError('human_check_required', 'Please show that you are human, then try again.')

type GivePass = {
  readonly db: Database
  readonly humanCheck: HumanCheck
  readonly now: Date
  readonly clientAddress: string
}

/**
 * Gives a pass of ten minutes for an answer that the provider confirms and nobody used before.
 * @throws AppError human_check_required; unavailable when the provider cannot be reached
 */
export async function givePass(
  { db, humanCheck, now, clientAddress }: GivePass,
  actor: UserActor,
  answer: string,
): Promise<{ pass: string; expiresAt: Date }> {
  const verdict = await humanCheck.verify(answer, clientAddress)
  if (verdict.status === 'refused') throw notShown()
  const pass = newSecret()
  const expiresAt = new Date(now.getTime() + passMinutes * 60_000)
  await db.transaction(async (tx) => {
    if (verdict.spendOnce) await spendChallenge(tx, verdict.spendOnce)
    await tx.insert(humanPasses).values({
      id: newId('pass'),
      passHash: hashLinkToken(pass),
      userId: actor.userId,
      sessionId: actor.sessionId,
      expiresAt,
      createdAt: now,
    })
  })
  return { pass, expiresAt }
}

async function spendChallenge(tx: Tx, { key, expiresAt }: { key: string; expiresAt: Date }): Promise<void> {
  const taken = await tx
    .insert(spentChallenges)
    .values({ challengeHash: hashLinkToken(key), expiresAt })
    .onConflictDoNothing()
    .returning()
  if (taken.length === 0) throw notShown()
}

/** Deletes passes and challenges that are too old; for a daily job. */
export async function forgetHumanChecks(tx: Tx, now: Date): Promise<void> {
  await tx.delete(humanPasses).where(lt(humanPasses.expiresAt, now))
  await tx.delete(spentChallenges).where(lt(spentChallenges.expiresAt, now))
}
