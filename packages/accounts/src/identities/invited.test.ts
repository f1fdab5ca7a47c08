import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readInvitation } from '../companies/testing.ts'
import { type InvitationStage, openInvitationStage } from '../invitations/testing.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { cookieOf, identitySteps } from './testing.ts'

let stage: InvitationStage
const standing = openInvitationStage()
beforeEach(() => {
  stage = standing()
})

const { addAccount, signIn, actorOf } = identitySteps(() => stage)
const db = () => stage.database.db

const companiesOf = async (userId: string) =>
  await db().select().from(companyMembers).where(eq(companyMembers.userId, userId))

test('somebody new who came by an invitation joins that company and gets none of their own', async () => {
  await stage.invite(stage.guest(), stage.owner, 'viewer')
  const invitation = readInvitation(stage.house, stage.guest())
  const answer = await signIn(addAccount({ email: stage.guest() }), { invitation, next: '/invitation' })
  expect(answer.body).toEqual({ purpose: 'sign-in', next: null, isNew: true })
  const { userId } = await actorOf(cookieOf(answer))
  const { companyId } = stage.owner.scope
  expect(await companiesOf(userId)).toMatchObject([{ companyId, role: 'viewer' }])
  expect(await db().$count(companies, eq(companies.homeOfUserId, userId))).toBe(0)
})

test('with another address than the invited one they get a company of their own, and the invitation stays', async () => {
  await stage.invite(stage.guest())
  const invitation = readInvitation(stage.house, stage.guest())
  const email = stage.guest('another')
  const answer = await signIn(addAccount({ email }), { invitation, next: '/invitation' })
  expect(answer.body).toMatchObject({ next: '/invitation', isNew: true })
  const { userId } = await actorOf(cookieOf(answer))
  expect(await companiesOf(userId)).toMatchObject([{ role: 'owner' }])
  expect((await stage.accept(stage.guest(), invitation)).role).toBe('member')
})

test('without a seat left no account is made', async () => {
  await stage.invite(stage.guest())
  const invitation = readInvitation(stage.house, stage.guest())
  stage.house.seats = 0
  const signingIn = signIn(addAccount({ email: stage.guest() }), { invitation })
  await expect(signingIn).rejects.toMatchObject({ code: 'conflict', details: { seatsTaken: true } })
  expect(await db().$count(users, eq(users.email, stage.guest()))).toBe(0)
})
