import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readInvitation } from '../companies/testing.ts'
import { type InvitationFixture, openInvitationFixture } from '../invitations/testing.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { cookieOf, identitySteps } from './testing.ts'

let fixture: InvitationFixture
const currentFixture = openInvitationFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { addAccount, signIn, actorOf } = identitySteps(() => fixture)
const db = () => fixture.database.db

const companiesOf = async (userId: string) =>
  await db().select().from(companyMembers).where(eq(companyMembers.userId, userId))

test('a new user with an invitation joins that company and gets none of their own', async () => {
  await fixture.invite(fixture.guest(), fixture.owner, 'viewer')
  const invitation = readInvitation(fixture.system, fixture.guest())
  const answer = await signIn(addAccount({ email: fixture.guest() }), { invitation, next: '/invitation' })
  expect(answer.body).toEqual({ purpose: 'sign-in', next: null, isNew: true })
  const { userId } = await actorOf(cookieOf(answer))
  const { companyId } = fixture.owner.scope
  expect(await companiesOf(userId)).toMatchObject([{ companyId, role: 'viewer' }])
  expect(await db().$count(companies, eq(companies.homeOfUserId, userId))).toBe(0)
})

test('with another address than the invited one they get a company of their own, and the invitation stays', async () => {
  await fixture.invite(fixture.guest())
  const invitation = readInvitation(fixture.system, fixture.guest())
  const email = fixture.guest('another')
  const answer = await signIn(addAccount({ email }), { invitation, next: '/invitation' })
  expect(answer.body).toMatchObject({ next: '/invitation', isNew: true })
  const { userId } = await actorOf(cookieOf(answer))
  expect(await companiesOf(userId)).toMatchObject([{ role: 'owner' }])
  expect((await fixture.accept(fixture.guest(), invitation)).role).toBe('member')
})

test('without a seat left no account is made', async () => {
  await fixture.invite(fixture.guest())
  const invitation = readInvitation(fixture.system, fixture.guest())
  fixture.system.seats = 0
  const signingIn = signIn(addAccount({ email: fixture.guest() }), { invitation })
  await expect(signingIn).rejects.toMatchObject({ code: 'conflict', details: { seatsTaken: true } })
  expect(await db().$count(users, eq(users.email, fixture.guest()))).toBe(0)
})
