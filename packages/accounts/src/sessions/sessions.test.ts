import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ensureUser } from '../commands.ts'
import { sessions, users } from '../tables.ts'
import { accountsSystem, type Fixture, openFixture, password } from '../testing.ts'
import { issueShortLivedToken, revokeOtherSessions, revokeOwnSession } from './commands.ts'
import { listDevices, resolveActor } from './queries.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

async function actorOf(cookie: string) {
  const actor = await resolveActor(fixture.system.auth, new Headers({ cookie }))
  if (actor.kind !== 'user') throw new Error('Nobody')
  return actor
}

describe('sessions', () => {
  test('a bearer token opens the session; the unsigned token in the database does not', async () => {
    await fixture.signUp()
    for (let n = 0; n < 10; n += 1) {
      const { token } = (await fixture.signIn()).body as { token: string }
      for (const sent of [token, encodeURIComponent(token)]) {
        const actor = await resolveActor(
          fixture.system.auth,
          new Headers({ authorization: `Bearer ${sent}` }),
        )
        expect(actor).toMatchObject({ kind: 'user', email: fixture.email })
      }
      const [bare] = token.split('.')
      for (const sent of [bare, `${bare}.AAAA`, `${bare}.`, '', 'x.y']) {
        expect(
          await resolveActor(fixture.system.auth, new Headers({ authorization: `Bearer ${sent}` })),
        ).toEqual({
          kind: 'anonymous',
        })
      }
    }
  })

  test('signing out ends the session at once, also for its bearer token', async () => {
    const { cookie, token } = await fixture.signedIn()
    expect((await fixture.system.call('/sign-out', { cookie })).status).toBe(200)
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect(
      await resolveActor(fixture.system.auth, new Headers({ authorization: `Bearer ${token}` })),
    ).toEqual({
      kind: 'anonymous',
    })
    expect((await fixture.system.call('/sign-out')).status).toBe(200)
  })

  test('signing out by bearer token alone ends it too', async () => {
    const { token } = await fixture.signedIn()
    const headers = { authorization: `Bearer ${token}` }
    await fixture.system.call('/sign-out', { headers })
    expect(await resolveActor(fixture.system.auth, new Headers(headers))).toEqual({ kind: 'anonymous' })
  })

  test('an expired session is anonymous', async () => {
    const { cookie, userId } = await fixture.signedIn()
    await fixture.database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, userId))
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
  })

  test('a session begins and ends by one clock, however far that is from the machine’s clock', async () => {
    await fixture.signUp()
    const clock = fakeClock('2020-01-01T00:00:00Z')
    const { auth, call } = accountsSystem(fixture.database.db, { clock })
    const { cookie } = await call('/sign-in/email', { body: { email: fixture.email, password } })
    const headers = new Headers({ cookie })
    expect(await resolveActor(auth, headers)).toMatchObject({ kind: 'user', email: fixture.email })
    clock.advance(400 * 86_400_000)
    expect(await resolveActor(auth, headers)).toEqual({ kind: 'anonymous' })
  })

  test('a banned user is anonymous at once and cannot sign in', async () => {
    const { cookie, userId } = await fixture.signedIn()
    await fixture.database.db.update(users).set({ banned: true }).where(eq(users.id, userId))
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect((await fixture.signIn()).status).toBe(403)
  })

  test("a user sees and ends their own sessions; another user's is not found", async () => {
    const { auth } = fixture.system
    const mine = await actorOf((await fixture.signedIn()).cookie)
    await fixture.signIn()
    const listed = await listDevices(auth, mine)
    expect(listed.map(({ current }) => current)).toEqual([true, false])
    expect(JSON.stringify(listed)).not.toContain('token')
    const other = listed.find(({ current }) => !current)?.id ?? ''
    fixture.email = `other${fixture.number}@example.com`
    const stranger = await fixture.signedIn()
    const asStranger = await actorOf(stranger.cookie)
    for (const id of [other, 'ses_missing'])
      await expect(revokeOwnSession(auth, asStranger, id)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such session',
      })
    await revokeOwnSession(auth, mine, other)
    await revokeOtherSessions(auth, mine)
    expect(await listDevices(auth, mine)).toHaveLength(1)
    expect(await actorOf(stranger.cookie)).toEqual(asStranger)
  })

  test('a password is changed only in a session that its user signed in to', async () => {
    const { cookie, userId } = await fixture.signedIn()
    const superAdmin = await ensureUser(fixture.system.auth, {
      email: `superAdmin${fixture.number}@example.com`,
      password,
      name: 'Op',
      superAdmin: true,
    })
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    expect((await fixture.system.call('/change-password', { body })).status).toBe(401)
    await fixture.database.db
      .update(sessions)
      .set({ impersonatedBy: superAdmin.userId })
      .where(eq(sessions.userId, userId))
    expect(await actorOf(cookie)).toMatchObject({ userId, impersonatedBy: superAdmin.userId })
    expect((await fixture.system.call('/change-password', { cookie, body })).status).toBe(403)
  })
})

describe('short-lived tokens', () => {
  test('are for the user’s own uid and email, end with the session, and cannot make further ones', async () => {
    const { cookie, userId } = await fixture.signedIn()
    const actor = await resolveActor(fixture.system.auth, new Headers({ cookie }))
    const { token } = await issueShortLivedToken(fixture.system.auth, actor, {
      uid: userId,
      email: fixture.email.toUpperCase(),
    })
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const derived = await resolveActor(fixture.system.auth, headers)
    expect(derived).toMatchObject({ kind: 'user', userId })
    const refused = { code: 'unauthenticated' }
    const { auth } = fixture.system
    await expect(
      issueShortLivedToken(auth, derived, { uid: userId, email: fixture.email }),
    ).rejects.toMatchObject(refused)
    await expect(
      issueShortLivedToken(auth, actor, { uid: 'usr_x', email: fixture.email }),
    ).rejects.toMatchObject(refused)
    await expect(issueShortLivedToken(auth, actor, { uid: userId, email: 'x@y.z' })).rejects.toMatchObject(
      refused,
    )
    const anyone = { kind: 'anonymous' } as const
    await expect(
      issueShortLivedToken(auth, anyone, { uid: userId, email: fixture.email }),
    ).rejects.toMatchObject(refused)
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    const bearer = { authorization: `Bearer ${token}` }
    expect((await fixture.system.call('/change-password', { headers: bearer, body })).status).toBe(403)
    await fixture.system.call('/sign-out', { cookie })
    expect(await resolveActor(auth, headers)).toEqual({ kind: 'anonymous' })
  })
})
