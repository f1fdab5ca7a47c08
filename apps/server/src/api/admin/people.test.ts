import { sessions, users } from '@freeor/accounts/tables'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { beginAnew, freshen } from '../../testing/account-things.ts'
import { openAdminFixture } from '../../testing/admin-fixture.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { mailTo } from '../../testing/mails.ts'
import { addPerson, type Person } from '../../testing/people.ts'

const fixture = openAdminFixture()
const { get, post, lastAudit } = fixture

describe('people', () => {
  test('are found by a part of the address or name, by id, and with characters that are special in LIKE', async () => {
    for (const q of ['strang', 'TEST STRANGER', fixture.people.stranger.userId])
      expect((await get(`/users?q=${encodeURIComponent(q)}`)).users.map(({ id }) => id)).toEqual([
        fixture.people.stranger.userId,
      ])
    expect((await get(`/users?q=${encodeURIComponent('%_')}`)).users).toEqual([])
  })

  test('come in pages that hold everybody once', async () => {
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await get(`/users?limit=2${after && `&after=${after}`}`)
      seen.push(...page.users.map(({ id }) => id))
      if (page.users.length < 2) break
      after = seen.at(-1) ?? ''
    }
    const all = await fixture.system.deps.db.select({ id: users.id }).from(users)
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  })

  test('are opened with their companies, live sessions without tokens, and what happened last', async () => {
    const answer = await fixture.system.call('GET', `/api/admin/users/${fixture.people.member.userId}`, {
      as: fixture.as,
    })
    expect(answer.body).toMatchObject({
      user: { email: fixture.people.member.email, superAdmin: false, banned: false },
      companies: [{ id: fixture.people.owner.companyId, role: 'member' }],
      sessions: [{ impersonatedBy: null, device: 'Unknown device' }],
      audit: [{ action: 'session.started', actorEmail: fixture.people.member.email }],
    })
    expect(answer.text).not.toContain(fixture.people.member.token.split('.')[0])
  })

  test('who are banned have no session any more, cannot log in, and may come back', async () => {
    const person = await addPerson(fixture.system.deps, fixture.system.call, { name: 'trouble' })
    const shadow = await impersonate(fixture.system, fixture.people.superAdmin, person)
    expect((await post(`/users/${person.userId}/ban`, { reason: 'spam' })).status).toBe(204)
    for (const one of [person, shadow])
      expect((await fixture.system.call('GET', '/api/company', { as: one })).status).toBe(401)
    const { email, password } = person
    const signIn = async () =>
      (await fixture.system.call('POST', '/api/auth/sign-in/email', { body: { email, password } })).status
    expect(await signIn()).toBe(403)
    expect(await lastAudit('user.banned')).toMatchObject({
      actorUserId: fixture.as.userId,
      subjectUserId: person.userId,
      details: { reason: 'spam' },
    })
    expect((await post(`/users/${person.userId}/unban`, { reason: 'a mistake' })).status).toBe(204)
    expect(await signIn()).toBe(200)
  })

  test('super admins cannot be banned', async () => {
    expect((await post(`/users/${fixture.as.userId}/ban`, { reason: 'no' })).status).toBe(422)
    expect((await post(`/users/${fixture.as.userId}/ban`, { reason: 'locked out' })).status).toBe(403)
  })

  test('are verified by hand with a reason that is kept', async () => {
    const { userId } = await addPerson(fixture.system.deps, fixture.system.call, { name: 'unproven' })
    await fixture.system.deps.db.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
    expect((await post(`/users/${userId}/verify`, { reason: 'called them' })).status).toBe(204)
    const [row] = await fixture.system.deps.db.select().from(users).where(eq(users.id, userId))
    expect(row?.emailVerified).toBe(true)
    expect(await lastAudit('email.verified_by_hand')).toMatchObject({ details: { reason: 'called them' } })
  })

  test('are logged out everywhere', async () => {
    const person = await addPerson(fixture.system.deps, fixture.system.call, { name: 'lost-phone' })
    expect((await post(`/users/${person.userId}/end-sessions`, { reason: 'lost phone' })).status).toBe(204)
    const left = await fixture.system.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, person.userId))
    expect(left).toEqual([])
  })
})

describe('a lost second factor', () => {
  /** Two-factor as the person's app confirmed it. */
  async function withTwoFactor(name: string): Promise<Person> {
    const person = await addPerson(fixture.system.deps, fixture.system.call, { name })
    await freshen(fixture.system, person)
    await beginAnew(fixture.system, person)
    const enabled = { enabledAt: new Date() }
    await fixture.system.deps.db.update(twoFactors).set(enabled).where(eq(twoFactors.userId, person.userId))
    return person
  }
  const isOn = async ({ userId }: Person) => (await get(`/users/${userId}`)).twoFactor

  test('is turned off by a super admin who gives their password again, and the person is notified', async () => {
    const person = await withTwoFactor('lost-app')
    expect(await isOn(person)).toBe(true)
    const superAdmin = await addPerson(fixture.system.deps, fixture.system.call, {
      name: 'support',
      superAdmin: true,
    })
    const path = `/api/admin/users/${person.userId}/reset-two-factor`
    const reset = async () =>
      await fixture.system.call('POST', path, {
        as: superAdmin,
        body: { reason: 'called' },
      })
    const refused = await reset()
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect(await isOn(person)).toBe(true)
    const again = { as: superAdmin, body: { password: superAdmin.password } }
    expect((await fixture.system.call('POST', '/api/account/reauthenticate', again)).status).toBe(200)
    expect((await reset()).status).toBe(204)
    expect(await isOn(person)).toBe(false)
    expect((await fixture.system.call('GET', '/api/company', { as: person })).status).toBe(401)
    expect(await lastAudit('two_factor.reset_by_hand')).toMatchObject({
      actorUserId: superAdmin.userId,
      subjectUserId: person.userId,
      details: { reason: 'called' },
    })
    await mailTo(fixture.system, person.email, /Two-factor log-in is off/)
    expect((await reset()).status).toBe(409)
  })
})
