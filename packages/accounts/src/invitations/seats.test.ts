import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addActor, readInvitation } from '../companies/testing.ts'
import { companyMembers, users } from '../tables.ts'
import { acceptInvitation } from './acceptance/commands.ts'
import { invitations } from './tables.ts'
import { type InvitationFixture, openInvitationFixture } from './testing.ts'

let fixture: InvitationFixture
const currentFixture = openInvitationFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('seats', () => {
  test('the last seat goes to one of fifty who accept at the same time', async () => {
    fixture.system.seats = 50
    const names = Array.from({ length: 50 }, (_, index) => fixture.guest(`crowd${index}-`))
    for (const name of names) await fixture.invite(name)
    const people = []
    for (const name of names) people.push(await addActor(fixture.system, name))
    fixture.system.seats = 1
    const outcomes = await Promise.allSettled(
      people.map((actor) =>
        acceptInvitation(fixture.system.auth, {
          actor,
          token: readInvitation(fixture.system, actor.email),
          caller: fixture.from(),
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of refusals) expect(reason).toMatchObject({ code: 'conflict' })
    const inside = await fixture.database.db
      .select()
      .from(companyMembers)
      .where(eq(companyMembers.companyId, fixture.owner.scope.companyId))
    expect(inside).toHaveLength(2)
    const accepted = and(
      eq(invitations.companyId, fixture.owner.scope.companyId),
      eq(invitations.status, 'accepted'),
    )
    expect(await fixture.database.db.$count(invitations, accepted)).toBe(1)
  })

  test('of fifty with one link, one gets in', async () => {
    await fixture.invite(fixture.guest())
    const token = readInvitation(fixture.system, fixture.guest())
    const actor = await addActor(fixture.system, fixture.guest())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        acceptInvitation(fixture.system.auth, { actor, token, caller: fixture.from() }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('fifty new people with one link make one account', async () => {
    await fixture.invite(fixture.guest())
    const token = readInvitation(fixture.system, fixture.guest())
    fixture.system = {
      ...fixture.system,
      auth: {
        ...fixture.system.auth,
        hasher: {
          ...fixture.system.auth.hasher,
          hash: async () => 'no hash',
        },
      },
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => fixture.signUp(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await fixture.database.db.$count(users, eq(users.email, fixture.guest()))).toBe(1)
  })

  test('of fifty invitations at the same time, no more are sent than there are seats', async () => {
    fixture.system.seats = 3
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => fixture.invite(fixture.guest(`many${index}-`))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(fixture.system.mails).toHaveLength(3)
  })
})
