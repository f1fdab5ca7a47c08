import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, like } from 'drizzle-orm'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import { createAccount, ensureOwnCompany, recordAudit } from '../commands.ts'
import { requireGoodPassword } from '../password-rule.ts'
import type { Auth, Requester } from '../ports.ts'
import type { SignUpInput } from '../schema.ts'
import { hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'
import type { LinkPurpose } from './queries.ts'

/**
 * Creates the account with its company. If the address is taken, tells its owner by mail that somebody tried. The
 * caller cannot tell the two apart; see docs/decisions/004.
 */
export async function signUp(auth: Auth, input: SignUpInput, requester: Requester): Promise<void> {
  requireGoodPassword(input.password, input.email)
  const perAddress = addressKey('sign-up:address', requester.address)
  await auth.limiter.require([perAddress])
  const joining = { priority: 'joining', key: perAddress.subject } as const
  const passwordHash = await auth.hasher.hash(input.password, joining)
  const now = auth.clock.now()
  const { email, name = '' } = input
  await auth.db.transaction(async (tx) => {
    const { status, userId } = await createAccount(tx, { email, name, passwordHash, now })
    if (status === 'exists') {
      await tellAccountExists(auth, tx, email, requester)
      return
    }
    await ensureOwnCompany(tx, { userId, email, name, now }, auth.onCompanyCreated)
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: requester.address }
    await recordAudit(tx, { action: 'account.created', now, ...audit })
  })
}

/** Tells the owner of an address that somebody tried to use it; once an hour, and a few times a day. */
export async function tellAccountExists(
  auth: Auth,
  tx: Tx,
  email: string,
  { origin }: Pick<Requester, 'origin'>,
): Promise<void> {
  const keys = [attemptKey('sign-up-notice:account', email), attemptKey('sign-up-notice-day:account', email)]
  if (!(await auth.limiter.allows(tx, ...keys))) return
  const props = { loginUrl: `${origin}/login`, resetUrl: `${origin}/reset_password` }
  await auth.queueMail(tx, { to: email, template: 'account-exists', props })
}

/** A new single-use token for a purpose; it revokes the earlier ones. The user's row must be locked. */
export async function issueLinkToken(
  tx: Tx,
  userId: string,
  purpose: LinkPurpose,
  expiry: { now: Date; expiresAt: Date },
) {
  const token = newSecret()
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}:%`)))
  await tx.insert(verifications).values({
    id: newId('ver'),
    identifier: `${purpose}:${hashLinkToken(token)}`,
    value: userId,
    expiresAt: expiry.expiresAt,
    createdAt: expiry.now,
    updatedAt: expiry.now,
  })
  return token
}
