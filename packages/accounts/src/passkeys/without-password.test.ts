import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { banUser } from '../admin/commands.ts'
import { checkCredentials } from '../credentials/health/queries.ts'
import {
  offerReauthentication,
  reauthenticateWithPasskey,
  requireReauthenticated,
} from '../sessions/commands.ts'
import { users } from '../tables.ts'
import { type Fixture, openFixture } from '../testing.ts'
import { addPasskey, beginPasskey, readPasskeys, removePasskey, removePassword } from './commands.ts'
import { passkeys } from './tables.ts'
import { TestAuthenticator } from './testing/authenticator.ts'
import { origin, passkeySteps, refused, requester, rpId } from './testing/passkey-steps.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { signedIn, actorOf, add, signIn } = passkeySteps(() => fixture)

describe('without a password', () => {
  test('a user logs in and re-authenticates with the passkey alone', async () => {
    const { actor, cookie } = await signedIn()
    const { auth, mails } = fixture.system
    await expect(removePassword(auth, actor, requester)).rejects.toMatchObject({ code: 'conflict' })
    const { device, passkey } = await add(actor)
    await removePassword(auth, actor, requester)
    expect(mails.at(-1)).toMatchObject({ props: { subject: 'Your password was removed' } })
    expect((await fixture.signIn()).status).toBe(401)
    expect(await signIn(device)).toMatchObject({ body: { user: { id: actor.userId } } })
    const { options } = await offerReauthentication(auth, actor, requester)
    await reauthenticateWithPasskey(auth, actor, device.use(options), requester)
    requireReauthenticated(await actorOf(cookie), auth.clock.now())
    await expect(removePasskey(auth, actor, passkey.id, requester)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await readPasskeys(auth, actor, requester)).passkeys).toHaveLength(1)
  })

  test('a reset by mail sets a password again', async () => {
    const { actor } = await signedIn()
    await add(actor)
    await removePassword(fixture.system.auth, actor, requester)
    const token = await fixture.readResetToken()
    const body = { token, newPassword: 'a fresh password' }
    expect((await fixture.system.call('/reset-password', { body })).status).toBe(200)
    expect((await fixture.signIn({ password: 'a fresh password' })).status).toBe(200)
  })
})

describe('an account that is recovered or banned', () => {
  test('loses its passkeys by a reset, also one in progress', async () => {
    const { actor } = await signedIn()
    const { auth } = fixture.system
    const { device } = await add(actor)
    const { options } = await beginPasskey(auth, actor, requester)
    const token = await fixture.readResetToken()
    await fixture.system.call('/reset-password', { body: { token, newPassword: 'a fresh password' } })
    await expect(signIn(device)).rejects.toMatchObject(refused)
    const late = new TestAuthenticator({ origin, rpId }).create(options)
    const adding = addPasskey(auth, actor, { name: 'Late', credential: late }, requester)
    await expect(adding).rejects.toMatchObject(refused)
    expect(await fixture.database.db.$count(passkeys, eq(passkeys.userId, actor.userId))).toBe(0)
  })

  test('has no passkeys after a ban, and the doctor reports any that is left', async () => {
    const { actor } = await signedIn()
    const { auth } = fixture.system
    const { device } = await add(actor)
    const rows = await fixture.database.db.select().from(passkeys).where(eq(passkeys.userId, actor.userId))
    const action = {
      superAdminUserId: undefined,
      userId: actor.userId,
      reason: 'spam',
      now: auth.clock.now(),
    }
    await banUser(auth.db, action)
    await expect(signIn(device)).rejects.toMatchObject(refused)
    await fixture.database.db.insert(passkeys).values(rows)
    await expect(signIn(device)).rejects.toMatchObject({ code: 'forbidden' })
    const found = await checkCredentials(fixture.database.db)
    expect(found.filter(({ id }) => id === rows[0]?.id)).toMatchObject([
      { detail: 'a passkey of a closed account' },
    ])
    await fixture.database.db.delete(passkeys).where(eq(passkeys.userId, actor.userId))
    await fixture.database.db.update(users).set({ banned: false }).where(eq(users.id, actor.userId))
  })
})
