import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureUser } from '../commands.ts'
import { findCompanyOf } from '../queries.ts'
import { resolveActor } from '../sessions/queries.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { type Fixture, openFixture, password } from '../testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('sign-up', () => {
  test('makes the user the owner of a company of their own, and they can sign in', async () => {
    expect(await fixture.signUp({ name: 'Ada' })).toMatchObject({
      status: 200,
      body: { status: true },
      setCookies: [],
    })
    const { cookie, userId } = await fixture.signedIn()
    const actor = await resolveActor(fixture.system.auth, new Headers({ cookie }))
    expect(actor).toMatchObject({
      kind: 'user',
      userId,
      email: fixture.email,
      name: 'Ada',
      superAdmin: false,
      emailVerified: false,
    })
    const membership = await findCompanyOf(fixture.database.db, userId)
    expect(membership).toMatchObject({ role: 'owner', ownerUserId: userId })
    expect(fixture.system.createdCompanies).toMatchObject([
      { userId, email: fixture.email, companyId: membership?.companyId },
    ])
  })

  test('names user and company after the words of the address when the name is missing or blank', async () => {
    for (const [email, name] of [
      [`grace.hopper+${fixture.email}`, undefined],
      [`grace_hopper+${fixture.email}`, '  '],
    ] as const) {
      await fixture.signUp({ email, ...(name !== undefined && { name }) })
      const [person] = await fixture.database.db.select().from(users).where(eq(users.email, email))
      expect(person?.name).toBe('Grace Hopper')
      expect(await findCompanyOf(fixture.database.db, person?.id ?? '')).toMatchObject({
        companyName: 'Grace Hopper',
      })
    }
  })

  test('leaves no person behind when the company cannot be made', async () => {
    const failing = { ...fixture.system.auth, onCompanyCreated: () => Promise.reject(new Error('no lot')) }
    await expect(ensureUser(failing, { email: fixture.email, password, name: 'Ada' })).rejects.toThrow(
      'no lot',
    )
    expect(await fixture.database.db.select().from(users).where(eq(users.email, fixture.email))).toEqual([])
  })

  test('fifty at the same time with one address make one account, one company and only busy errors', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.signUp()))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 429]).toContain(status)
    const people = await fixture.database.db.select().from(users).where(eq(users.email, fixture.email))
    expect(people).toHaveLength(1)
    const owned = await fixture.database.db
      .select()
      .from(companies)
      .where(eq(companies.ownerUserId, people[0]?.id ?? ''))
    expect(owned).toHaveLength(1)
  })

  test('answers a taken address byte for byte like a free one, changes nothing and mails its owner', async () => {
    const free = await fixture.signUp()
    const taken = await fixture.signUp({ password: 'another good one', name: 'Mallory' })
    expect(taken).toEqual(free)
    expect(fixture.system.mails.map(({ to, template }) => [to, template])).toEqual([
      [fixture.email, 'account-exists'],
    ])
    expect((await fixture.signIn()).status).toBe(200)
    expect((await fixture.signIn({ password: 'another good one' })).status).toBe(401)
    await fixture.signUp()
    expect(fixture.system.mails).toHaveLength(1)
  })

  test('does the same work for a taken address as for a free one', async () => {
    const hash = vi.spyOn(fixture.system.auth.hasher, 'hash')
    for (const round of ['free', 'taken']) {
      await fixture.signUp()
      expect(hash, round).toHaveBeenCalledTimes(1)
      hash.mockClear()
    }
  })

  test('refuses passwords that are common, short, of fewer than four characters, or the address', async () => {
    const ofFewCharacters = [
      'aaaaaaaa',
      ' '.repeat(8),
      'abababab',
      'AbcAbcABC',
      'a\u00a0a\u2003\u200b\u200da a',
      '🙂'.repeat(9),
    ]
    const known = ['password', 'PASSWORD1', 'qwerty123', '12345678', 'short7!', fixture.email]
    for (const bad of [...known, ...ofFewCharacters]) {
      expect(await fixture.signUp({ password: bad })).toMatchObject({ status: 422 })
    }
  })

  test('refuses fields that a client may not set', async () => {
    for (const extra of [
      { role: 'super_admin' },
      { emailVerified: true },
      { id: 'usr_1' },
      { callbackURL: '/x' },
    ]) {
      expect(await fixture.signUp(extra)).toMatchObject({ status: 422 })
    }
  })

  test('treats addresses that differ in case as one', async () => {
    await fixture.signUp()
    await fixture.signUp({ email: fixture.email.toUpperCase() })
    expect(await fixture.database.db.select().from(users).where(eq(users.email, fixture.email))).toHaveLength(
      1,
    )
    expect((await fixture.signIn({ email: ` ${fixture.email.toUpperCase()} ` })).status).toBe(200)
  })
})

test('a user is a member of a company only once, in every way to join', async () => {
  const owner = await ensureUser(fixture.system.auth, { email: fixture.email, password, name: 'Owner' })
  const { companyId } = owner
  const memberOf = { companyId, role: 'member' as const }
  const member = { email: `member${fixture.number}@example.com`, password, name: 'Member', memberOf }
  await ensureUser(fixture.system.auth, member)
  const again = await ensureUser(fixture.system.auth, member)
  expect(again).toMatchObject({ created: false, companyId })
  const rows = await fixture.database.db
    .select()
    .from(companyMembers)
    .where(eq(companyMembers.companyId, companyId))
  expect(rows.map(({ role }) => role).toSorted()).toEqual(['member', 'owner'])
})
