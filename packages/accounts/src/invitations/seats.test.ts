import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addActor, readInvitation } from '../companies/testing.ts'
import { companyMembers, users } from '../tables.ts'
import { acceptInvitation } from './acceptance/commands.ts'
import { invitations } from './tables.ts'
import { type InvitationStage, openInvitationStage } from './testing.ts'

let stage: InvitationStage
const standing = openInvitationStage()
beforeEach(() => {
  stage = standing()
})

describe('seats', () => {
  test('of fifty who accept at once the last seat lets in one', async () => {
    stage.house.seats = 50
    const names = Array.from({ length: 50 }, (_, index) => stage.guest(`crowd${index}-`))
    for (const name of names) await stage.invite(name)
    const people = []
    for (const name of names) people.push(await addActor(stage.house, name))
    stage.house.seats = 1
    const outcomes = await Promise.allSettled(
      people.map((actor) =>
        acceptInvitation(stage.house.auth, {
          actor,
          token: readInvitation(stage.house, actor.email),
          caller: stage.from(),
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of refusals) expect(reason).toMatchObject({ code: 'conflict' })
    const inside = await stage.database.db
      .select()
      .from(companyMembers)
      .where(eq(companyMembers.companyId, stage.owner.scope.companyId))
    expect(inside).toHaveLength(2)
    const accepted = and(
      eq(invitations.companyId, stage.owner.scope.companyId),
      eq(invitations.status, 'accepted'),
    )
    expect(await stage.database.db.$count(invitations, accepted)).toBe(1)
  })

  test('of fifty with one link one gets in', async () => {
    await stage.invite(stage.guest())
    const token = readInvitation(stage.house, stage.guest())
    const actor = await addActor(stage.house, stage.guest())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        acceptInvitation(stage.house.auth, { actor, token, caller: stage.from() }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of fifty new people with one link one account comes to be', async () => {
    await stage.invite(stage.guest())
    const token = readInvitation(stage.house, stage.guest())
    stage.house = {
      ...stage.house,
      auth: {
        ...stage.house.auth,
        hasher: {
          ...stage.house.auth.hasher,
          hash: async () => 'no hash',
        },
      },
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => stage.signUp(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stage.database.db.$count(users, eq(users.email, stage.guest()))).toBe(1)
  })

  test('of fifty invitations at once no more are sent than there are seats', async () => {
    stage.house.seats = 3
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => stage.invite(stage.guest(`many${index}-`))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(stage.house.mails).toHaveLength(3)
  })
})
