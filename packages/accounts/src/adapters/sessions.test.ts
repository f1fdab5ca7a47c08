import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ensureUser } from '../commands.ts'
import { issueShortLivedToken } from '../credentials/commands.ts'
import { resolveActor } from '../queries.ts'
import { sessions, users } from '../tables.ts'
import { openStage, password, type Stage } from '../testing.ts'

let stage: Stage
const standing = openStage()
beforeEach(() => {
  stage = standing()
})

describe('sessions', () => {
  test('a bearer token is the session; the token as the database has it is not', async () => {
    await stage.signUp()
    for (let n = 0; n < 10; n += 1) {
      const { token } = (await stage.signIn()).body as { token: string }
      for (const sent of [token, encodeURIComponent(token)]) {
        const actor = await resolveActor(stage.house.auth, new Headers({ authorization: `Bearer ${sent}` }))
        expect(actor).toMatchObject({ kind: 'user', email: stage.email })
      }
      const [bare] = token.split('.')
      for (const sent of [bare, `${bare}.AAAA`, `${bare}.`, '', 'x.y']) {
        expect(
          await resolveActor(stage.house.auth, new Headers({ authorization: `Bearer ${sent}` })),
        ).toEqual({
          kind: 'anonymous',
        })
      }
    }
  })

  test('get-session tells who I am and gives no token away', async () => {
    const { cookie, userId } = await stage.signedIn()
    const mine = await stage.house.call('GET', '/get-session', { cookie })
    expect(mine.body).toMatchObject({ user: { id: userId, email: stage.email, superAdmin: false } })
    expect(JSON.stringify(mine.body)).not.toContain('token')
    expect((await stage.house.call('GET', '/get-session')).body).toBeNull()
  })

  test('signing out ends the session at once, also for its bearer token', async () => {
    const { cookie, token } = await stage.signedIn()
    expect((await stage.house.call('POST', '/sign-out', { cookie })).status).toBe(200)
    expect(await resolveActor(stage.house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect(await resolveActor(stage.house.auth, new Headers({ authorization: `Bearer ${token}` }))).toEqual({
      kind: 'anonymous',
    })
    expect((await stage.house.call('POST', '/sign-out')).status).toBe(200)
  })

  test('signing out by bearer token alone ends it too', async () => {
    const { token } = await stage.signedIn()
    const headers = { authorization: `Bearer ${token}` }
    await stage.house.call('POST', '/sign-out', { headers })
    expect(await resolveActor(stage.house.auth, new Headers(headers))).toEqual({ kind: 'anonymous' })
  })

  test('an expired session is nobody', async () => {
    const { cookie, userId } = await stage.signedIn()
    await stage.database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, userId))
    expect(await resolveActor(stage.house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
  })

  test('a banned person is nobody at once and cannot sign in', async () => {
    const { cookie, userId } = await stage.signedIn()
    await stage.database.db.update(users).set({ banned: true }).where(eq(users.id, userId))
    expect(await resolveActor(stage.house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect((await stage.signIn()).status).toBe(403)
  })

  test("I see and end my own sessions; another person's is as if missing", async () => {
    const mine = await stage.signedIn()
    await stage.signIn()
    const listed = (await stage.house.call('GET', '/list-sessions', { cookie: mine.cookie })).body as {
      id: string
      current: boolean
    }[]
    expect(listed.map(({ current }) => current)).toEqual([true, false])
    const other = listed.find(({ current }) => !current)
    stage.email = `other${stage.number}@example.com`
    const stranger = await stage.signedIn()
    const end = (cookie: string, id: string) =>
      stage.house.call('POST', '/revoke-session', { cookie, body: { id } })
    const foreign = await end(stranger.cookie, other?.id ?? '')
    expect(foreign).toEqual(await end(stranger.cookie, 'ses_missing'))
    expect(foreign.status).toBe(404)
    expect((await end(mine.cookie, other?.id ?? '')).status).toBe(200)
    await stage.house.call('POST', '/revoke-other-sessions', { cookie: mine.cookie })
    expect(await resolveActor(stage.house.auth, new Headers({ cookie: mine.cookie }))).toMatchObject({
      kind: 'user',
    })
    expect(await resolveActor(stage.house.auth, new Headers({ cookie: stranger.cookie }))).toMatchObject({
      kind: 'user',
    })
  })

  test('no session gets a 401 on every route that needs one', async () => {
    const bodies = {
      '/change-password': { currentPassword: password, newPassword: 'a fresh password' },
      '/send-verification-email': {},
      '/revoke-session': { id: 'ses_x' },
      '/revoke-other-sessions': {},
    }
    for (const [path, body] of Object.entries(bodies)) {
      expect((await stage.house.call('POST', path, { body })).status).toBe(401)
    }
    expect((await stage.house.call('GET', '/list-sessions')).status).toBe(401)
  })

  test('an impersonated session may not touch credentials or sessions', async () => {
    const { cookie, userId } = await stage.signedIn()
    const operator = await ensureUser(stage.house.auth, {
      email: `operator${stage.number}@example.com`,
      password,
      name: 'Op',
      superAdmin: true,
    })
    await stage.database.db
      .update(sessions)
      .set({ impersonatedBy: operator.userId })
      .where(eq(sessions.userId, userId))
    expect(await resolveActor(stage.house.auth, new Headers({ cookie }))).toMatchObject({
      userId,
      impersonatedBy: operator.userId,
    })
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    expect((await stage.house.call('POST', '/change-password', { cookie, body })).status).toBe(403)
    expect((await stage.house.call('POST', '/send-verification-email', { cookie })).status).toBe(403)
    expect((await stage.house.call('GET', '/list-sessions', { cookie })).status).toBe(403)
    expect(
      (await stage.house.call('POST', '/revoke-session', { cookie, body: { id: 'ses_x' } })).status,
    ).toBe(403)
    expect((await stage.house.call('POST', '/revoke-other-sessions', { cookie })).status).toBe(403)
  })
})

describe('short-lived tokens', () => {
  test('are for my own uid and email only, end with my session and draw no further one', async () => {
    const { cookie, userId } = await stage.signedIn()
    const actor = await resolveActor(stage.house.auth, new Headers({ cookie }))
    const { token } = await issueShortLivedToken(stage.house.auth, actor, {
      uid: userId,
      email: stage.email.toUpperCase(),
    })
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const derived = await resolveActor(stage.house.auth, headers)
    expect(derived).toMatchObject({ kind: 'user', userId })
    const refused = { code: 'unauthenticated' }
    const { auth } = stage.house
    await expect(
      issueShortLivedToken(auth, derived, { uid: userId, email: stage.email }),
    ).rejects.toMatchObject(refused)
    await expect(
      issueShortLivedToken(auth, actor, { uid: 'usr_x', email: stage.email }),
    ).rejects.toMatchObject(refused)
    await expect(issueShortLivedToken(auth, actor, { uid: userId, email: 'x@y.z' })).rejects.toMatchObject(
      refused,
    )
    const anyone = { kind: 'anonymous' } as const
    await expect(
      issueShortLivedToken(auth, anyone, { uid: userId, email: stage.email }),
    ).rejects.toMatchObject(refused)
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    const bearer = { authorization: `Bearer ${token}` }
    expect((await stage.house.call('POST', '/change-password', { headers: bearer, body })).status).toBe(403)
    await stage.house.call('POST', '/sign-out', { cookie })
    expect(await resolveActor(auth, headers)).toEqual({ kind: 'anonymous' })
  })
})
