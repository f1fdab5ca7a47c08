import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { doToUser, endEverySession, type UserAction } from '../admin/commands.ts'
import { attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import { requireProvenAddress } from '../credentials/passwords/queries.ts'
import type { Auth, Requester } from '../ports.ts'
import {
  backupCodeAmount,
  hashBackupCode,
  newBackupCode,
  newTotpSecret,
  otpauthUrl,
  seal,
  shownBackupCode,
  stepOf,
  unseal,
} from './one-time-codes.ts'
import { hasTwoFactor } from './queries.ts'
import { backupCodes, twoFactors } from './tables.ts'

type From = Pick<Requester, 'address'>

/**
 * A new secret for the person's app, in place of one that was not confirmed. It is not required at log-in until it is
 * confirmed.
 * @throws AppError conflict while two-factor is on; verification_required unless their address is proven
 */
export async function beginTwoFactor(
  auth: Auth,
  actor: UserActor,
): Promise<{ secret: string; otpauthUrl: string; qrSvg: string }> {
  const { userId, email } = actor
  const secret = newTotpSecret()
  const row = { secret: seal(auth.secret, userId, secret), lastStep: null, createdAt: auth.clock.now() }
  const written = await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    return await tx
      .insert(twoFactors)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: twoFactors.userId, set: row, setWhere: isNull(twoFactors.enabledAt) })
      .returning({ userId: twoFactors.userId })
  })
  if (written.length === 0) throw new AppError('conflict', 'Two-factor is on already.')
  const url = otpauthUrl(secret, email)
  return { secret, otpauthUrl: url, qrSvg: renderSVG(url, { border: 2 }) }
}

/**
 * Turns two-factor on with the first code of the app, and gives the backup codes, which are shown only here.
 * @throws AppError invalid_request for a wrong code; conflict when there is nothing to confirm; verification_required
 *   unless their address is proven; rate_limited
 */
export async function confirmTwoFactor(
  auth: Auth,
  actor: UserActor,
  code: string,
  caller: From,
): Promise<{ backupCodes: string[] }> {
  const { userId } = actor
  const keys = [attemptKey('two-factor:account', userId)]
  await auth.limiter.require(keys)
  const now = auth.clock.now()
  const codes = await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
    if (!factor || factor.enabledAt) throw new AppError('conflict', 'There is no app to confirm.')
    const lastStep = stepOf(unseal(auth.secret, userId, factor.secret), code, now)
    if (lastStep === undefined) throw wrongCode()
    await tx.update(twoFactors).set({ enabledAt: now, lastStep }).where(eq(twoFactors.userId, userId))
    await recordTwoFactor(auth, tx, { actor, caller, action: 'two_factor.enabled' })
    await tellPerson(auth, tx, actor.email, 'on')
    return await replaceBackupCodes(auth, tx, userId)
  })
  await auth.limiter.forgive(keys)
  return { backupCodes: codes }
}

/** New backup codes in place of all earlier ones. @throws AppError conflict while two-factor is off */
export async function renewBackupCodes(
  auth: Auth,
  actor: UserActor,
  caller: From,
): Promise<{ backupCodes: string[] }> {
  return await auth.db.transaction(async (tx) => {
    if (!(await hasTwoFactor(tx, actor.userId))) throw new AppError('conflict', 'Two-factor is off.')
    await recordTwoFactor(auth, tx, { actor, caller, action: 'backup_codes.renewed' })
    return { backupCodes: await replaceBackupCodes(auth, tx, actor.userId) }
  })
}

/** Turns two-factor off. Idempotent. */
export async function disableTwoFactor(auth: Auth, actor: UserActor, caller: From): Promise<void> {
  const { userId } = actor
  await auth.db.transaction(async (tx) => {
    if (!(await endTwoFactor(tx, userId))) return
    await recordTwoFactor(auth, tx, { actor, caller, action: 'two_factor.disabled' })
    await tellPerson(auth, tx, actor.email, 'off')
  })
}

/** Removes the app and the backup codes. @returns whether two-factor was on */
export async function endTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const [ended] = await tx.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning()
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  return ended?.enabledAt != null
}

/**
 * Turns two-factor off for a user who lost both their app and their backup codes, on the super admin's word: the user
 * is logged out everywhere and notified by mail.
 * @throws AppError not_found; conflict while it is off
 */
export async function resetTwoFactor(auth: Auth, action: UserAction): Promise<void> {
  await doToUser(auth.db, action, 'two_factor.reset_by_hand', async (tx, { id, email }) => {
    if (!(await endTwoFactor(tx, id))) throw new AppError('conflict', 'Their two-step log-in is off.')
    await endEverySession(tx, id)
    await tellPerson(auth, tx, email, 'reset')
  })
}

async function replaceBackupCodes(auth: Auth, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: backupCodeAmount }, newBackupCode)
  const createdAt = auth.clock.now()
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await tx.insert(backupCodes).values(
    codes.map((code) => ({
      id: newId('bcp'),
      userId,
      codeHash: hashBackupCode(auth.secret, userId, code),
      createdAt,
    })),
  )
  return codes.map(shownBackupCode)
}

/**
 * Passes when the second factor is off or the code is right: a code of the app, from a time step that was not used
 * before; or a backup code, once. An attempt is counted before the code is checked, so parallel guesses cannot outrun
 * the count.
 * @throws AppError two_factor_required without a code; invalid_request for a wrong one; rate_limited
 */
export async function requireSecondFactor(auth: Auth, userId: string, code: string | undefined) {
  if (!(await hasTwoFactor(auth.db, userId))) return
  if (!code) throw new AppError('two_factor_required', 'Please enter the code of your authenticator app.')
  const keys = [attemptKey('two-factor:account', userId)]
  await auth.limiter.require(keys)
  if (!(await spendCode(auth, userId, code))) throw wrongCode()
  await auth.limiter.forgive(keys)
}

async function spendCode(auth: Auth, userId: string, code: string): Promise<boolean> {
  const isOn = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt))
  const [factor] = await auth.db.select().from(twoFactors).where(isOn)
  if (!factor) return false
  const step = stepOf(unseal(auth.secret, userId, factor.secret), code, auth.clock.now())
  if (step !== undefined) {
    const isNew = or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step))
    const taken = await auth.db
      .update(twoFactors)
      .set({ lastStep: step })
      .where(and(isOn, isNew))
      .returning({ userId: twoFactors.userId })
    return taken.length > 0
  }
  const codeHash = hashBackupCode(auth.secret, userId, code)
  const isTheirs = and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash))
  return (await auth.db.delete(backupCodes).where(isTheirs).returning({ id: backupCodes.id })).length > 0
}

const wrongCode = () =>
  new AppError('invalid_request', 'That code is not right. Please try the one your app shows now.')

type TwoFactorAction = { readonly actor: UserActor; readonly caller: From; readonly action: string }

async function recordTwoFactor(
  auth: Auth,
  tx: Tx,
  { actor, caller, action }: TwoFactorAction,
): Promise<void> {
  const who = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: caller.address }
  await recordAudit(tx, { action, now: auth.clock.now(), ...who })
}

const news = {
  on: 'From now on your account asks for a code of your authenticator app when you log in.',
  off: 'Your account does not ask for a code any more when you log in.',
  reset:
    'Our support turned it off for you, and logged you out everywhere. Your password alone is enough to log in; please set it up again with your new device.',
} as const

async function tellPerson(auth: Auth, tx: Tx, to: string, state: keyof typeof news): Promise<void> {
  const paragraph = news[state]
  const heading = `Two-factor log-in is ${state === 'on' ? 'on' : 'off'}`
  const paragraphs = [paragraph, 'If that was not you, please write to us at once.']
  await auth.queueMail(tx, { to, template: 'notice', props: { subject: heading, heading, paragraphs } })
}
