import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Acting } from '../companies/commands.ts'
import { readSeats } from '../companies/queries.ts'
import { addActor, addMember, addOwner, readInvitation, testCaller } from '../companies/testing.ts'
import { findCompanyOf } from '../queries.ts'
import { auditLog, companyMembers, users } from '../tables.ts'
import { type AccountsHouse, accountsHouse } from '../testing.ts'
import { acceptInvitation, signUpInvited } from './acceptance/commands.ts'
import { invitePerson, resendInvitation, revokeInvitation } from './commands.ts'
import { findStanding, listInvitations, openInvitation } from './queries.ts'
import { invitations } from './tables.ts'

const password = 'correct horse battery'
let database: TestDatabase
let house: AccountsHouse
let owner: Acting
let number = 0
let address = 0

const guest = (name = 'guest') => `${name}${number}@guests.example`
/** Each from an address of its own, so that no limit of an address is met by chance. */
const from = () => {
  address += 1
  return { address: `198.51.${address >> 8}.${address & 255}` }
}

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())
beforeEach(async () => {
  number += 1
  house = accountsHouse(database.db)
  owner = await addOwner(house, `owner${number}@hosts.example`)
})

const invite = (email: string, acting = owner, role: 'admin' | 'member' | 'viewer' = 'member') =>
  invitePerson(house.auth, acting, { email, role })

const accept = async (email: string, token = readInvitation(house, email)) => {
  const actor = await addActor(house, email)
  return await acceptInvitation(house.auth, { actor, token, caller: from() })
}

const signUp = (token: string, name?: string) =>
  signUpInvited(house.auth, { token, password, ...(name ? { name } : {}) }, from())

const audits = async (companyId: string) => {
  const rows = await database.db.select().from(auditLog).where(eq(auditLog.companyId, companyId))
  return rows.map(({ action }) => action)
}

describe('an invitation', () => {
  test('is mailed with a link whose token stands nowhere in the database', async () => {
    const made = await invite(guest())
    expect(made).toMatchObject({ email: guest(), role: 'member', inviteStatus: 'pending', expired: false })
    expect(Date.parse(made.expiresAt) - Date.parse(made.sentAt)).toBe(48 * 3_600_000)
    const token = readInvitation(house, guest())
    expect(token.length).toBeGreaterThanOrEqual(43)
    const [row] = await database.db.select().from(invitations).where(eq(invitations.id, made.id))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await database.db.select().from(auditLog))).not.toContain(token)
    expect(await audits(owner.scope.companyId)).toEqual(['invitation.sent'])
  })

  test('answers an address with an account and one without alike', async () => {
    await addOwner(house, guest('known'))
    const answers = [await invite(guest('known')), await invite(guest('fresh'))]
    const [known, fresh] = answers.map(({ id, email, sentAt, expiresAt, ...rest }) => rest)
    expect(known).toEqual(fresh)
    const [first, second] = house.mails.map(({ template }) => template)
    expect(first).toBe(second)
  })

  test('lets a person in who has an account, as what they were invited as, once', async () => {
    await invite(guest(), owner, 'viewer')
    const token = readInvitation(house, guest())
    const actor = await addActor(house, guest())
    const joined = await acceptInvitation(house.auth, { actor, token, caller: from() })
    expect(joined).toMatchObject({ companyId: owner.scope.companyId, role: 'viewer' })
    expect(await findCompanyOf(database.db, actor.userId)).toMatchObject(
      owner.scope.companyId ? { role: 'viewer' } : {},
    )
    expect(await findStanding(database.db, actor, new Date())).toMatchObject({ inviteStatus: 'accepted' })
    const again = acceptInvitation(house.auth, { actor, token, caller: from() })
    await expect(again).rejects.toMatchObject({ status: 410 })
    expect(await audits(owner.scope.companyId)).toEqual(['invitation.sent', 'invitation.accepted'])
  })

  test('makes an account with a proven address and no company of its own for somebody new', async () => {
    await invite(guest())
    const joined = await signUp(readInvitation(house, guest()), 'New Guest')
    expect(joined).toMatchObject({ email: guest(), companyId: owner.scope.companyId, role: 'member' })
    const [person] = await database.db.select().from(users).where(eq(users.email, guest()))
    expect(person).toMatchObject({ emailVerified: true, name: 'New Guest' })
    expect(await findCompanyOf(database.db, person?.id ?? '')).toMatchObject({ role: 'member' })
    expect(house.createdCompanies).toHaveLength(1)
    const signedIn = await house.call('POST', '/sign-in/email', { body: { email: guest(), password } })
    expect(signedIn.status).toBe(200)
  })

  test('tells who holds its link which company it is and whether to log in', async () => {
    await invite(guest())
    const token = readInvitation(house, guest())
    const opened = await openInvitation(house.auth, token, from())
    expect(opened).toMatchObject({ email: guest(), role: 'member', hasAccount: false })
    await addActor(house, guest())
    expect(await openInvitation(house.auth, token, from())).toMatchObject({ hasAccount: true })
    await expect(signUp(token)).rejects.toMatchObject({ status: 409, details: { hasAccount: true } })
  })

  test('is for one address: nobody else gets in with the link, proven or not', async () => {
    await invite(guest())
    const token = readInvitation(house, guest())
    const other = await addActor(house, guest('other'))
    const wrong = acceptInvitation(house.auth, { actor: other, token, caller: from() })
    await expect(wrong).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    const actor = { ...(await addActor(house, guest())), emailVerified: false }
    const unproven = acceptInvitation(house.auth, { actor, token, caller: from() })
    await expect(unproven).rejects.toMatchObject({ status: 403, code: 'verification_required' })
    await acceptInvitation(house.auth, {
      actor: { ...actor, emailVerified: true },
      token,
      caller: from(),
    })
  })

  test('sent again has a new link, and the one before is dead', async () => {
    const { id } = await invite(guest())
    const before = readInvitation(house, guest())
    await resendInvitation(house.auth, owner, id)
    await expect(accept(guest(), before)).rejects.toMatchObject({ status: 410 })
    expect(await openInvitation(house.auth, readInvitation(house, guest()), from())).toMatchObject({
      email: guest(),
    })
  })

  test('taken back is over, and its seat is free', async () => {
    house.seats = 1
    const { id } = await invite(guest())
    await expect(invite(guest('second'))).rejects.toMatchObject({ status: 402 })
    await revokeInvitation(house.auth, owner, id)
    await expect(accept(guest())).rejects.toMatchObject({ status: 410 })
    await invite(guest('second'))
    expect(await audits(owner.scope.companyId)).toEqual([
      'invitation.sent',
      'invitation.revoked',
      'invitation.sent',
    ])
  })

  test('runs out after 48 hours; its seat is free then, and it can be sent again', async () => {
    const clock = fakeClock('2027-01-31T10:00:00Z')
    house = accountsHouse(database.db, { clock })
    house.seats = 1
    const { id } = await invite(guest())
    const token = readInvitation(house, guest())
    clock.advance(48 * 3_600_000 - 1)
    expect(await openInvitation(house.auth, token, from())).toMatchObject({ email: guest() })
    clock.advance(1)
    await expect(openInvitation(house.auth, token, from())).rejects.toMatchObject({ status: 410 })
    expect(await listInvitations(database.db, owner.scope, clock.now())).toMatchObject([
      { id, expired: true },
    ])
    expect(await readSeats(house.auth, database.db, owner.scope.companyId)).toMatchObject({ offered: 0 })
    await resendInvitation(house.auth, owner, id)
    await accept(guest())
  })

  test('an unknown, used, replaced, revoked or late link is one and the same answer', async () => {
    const outcomes: unknown[] = []
    for (const token of ['nonsense', 'x'.repeat(43), ''])
      outcomes.push(await openInvitation(house.auth, token, from()).catch((error: Error) => error.message))
    expect(new Set(outcomes).size).toBe(1)
  })

  test('of somebody who is in or invited is a conflict', async () => {
    await invite(guest())
    await expect(invite(guest())).rejects.toMatchObject({ status: 409 })
    await accept(guest())
    await expect(invite(guest())).rejects.toMatchObject({ status: 409 })
  })

  test('is refused by the plan without seats, with what the plan allows', async () => {
    house.seats = 0
    await expect(invite(guest())).rejects.toMatchObject({
      code: 'payment_required',
      details: { seats: { allowed: 0, taken: 0, offered: 0 } },
    })
    expect(house.mails).toEqual([])
  })

  test('goes to one address at most five times a day, whoever sends it', async () => {
    const { id } = await invite(guest())
    for (let sent = 1; sent < 5; sent += 1) await resendInvitation(house.auth, owner, id)
    await expect(resendInvitation(house.auth, owner, id)).rejects.toMatchObject({ status: 429 })
    const other = await addOwner(house, `neighbour${number}@hosts.example`)
    await expect(invite(guest(), other)).rejects.toMatchObject({ status: 429 })
    expect(house.mails).toHaveLength(5)
  })

  test('of another company can be neither sent again nor taken back: it is a missing one', async () => {
    const other = await addOwner(house, `neighbour${number}@hosts.example`)
    const { id } = await invite(guest(), other)
    for (const attempt of [resendInvitation, revokeInvitation])
      await expect(attempt(house.auth, owner, id)).rejects.toMatchObject({ status: 404 })
  })

  test('that waits shows in the person’s own standing only once their address is proven', async () => {
    await invite(guest())
    const actor = await addActor(house, guest())
    const standing = (emailVerified: boolean) =>
      findStanding(database.db, { ...actor, emailVerified }, new Date())
    expect(await standing(false)).toEqual({ inviteStatus: null, companyName: null })
    expect(await standing(true)).toMatchObject({ inviteStatus: 'pending' })
  })
})

describe('seats', () => {
  test('of fifty who accept at once the last seat lets in one', async () => {
    house.seats = 50
    const names = Array.from({ length: 50 }, (_, index) => guest(`crowd${index}-`))
    for (const name of names) await invite(name)
    const people = []
    for (const name of names) people.push(await addActor(house, name))
    house.seats = 1
    const outcomes = await Promise.allSettled(
      people.map((actor) =>
        acceptInvitation(house.auth, { actor, token: readInvitation(house, actor.email), caller: from() }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of refusals) expect(reason).toMatchObject({ code: 'conflict' })
    const inside = await database.db
      .select()
      .from(companyMembers)
      .where(eq(companyMembers.companyId, owner.scope.companyId))
    expect(inside).toHaveLength(2)
    const accepted = and(eq(invitations.companyId, owner.scope.companyId), eq(invitations.status, 'accepted'))
    expect(await database.db.$count(invitations, accepted)).toBe(1)
  })

  test('of fifty with one link one gets in', async () => {
    await invite(guest())
    const token = readInvitation(house, guest())
    const actor = await addActor(house, guest())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => acceptInvitation(house.auth, { actor, token, caller: from() })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of fifty new people with one link one account comes to be', async () => {
    await invite(guest())
    const token = readInvitation(house, guest())
    house = {
      ...house,
      auth: {
        ...house.auth,
        hasher: {
          ...house.auth.hasher,
          onBehalfOf: async (_, work) => await work(),
          hash: async () => 'no hash',
        },
      },
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => signUp(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.db.$count(users, eq(users.email, guest()))).toBe(1)
  })

  test('of fifty invitations at once no more are sent than there are seats', async () => {
    house.seats = 3
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => invite(guest(`many${index}-`))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(house.mails).toHaveLength(3)
  })
})

test('who may not manage people invites nobody, also when they lost the right a moment ago', async () => {
  const { companyId } = owner.scope
  const member = await addMember(house, { email: guest('member'), role: 'member', companyId })
  await expect(invite(guest(), member)).rejects.toMatchObject({ status: 403 })
  const admin = await addMember(house, { email: guest('admin'), role: 'admin', companyId })
  await database.db.delete(companyMembers).where(eq(companyMembers.userId, admin.scope.userId))
  await expect(invite(guest(), admin)).rejects.toMatchObject({ status: 403, details: { lostAccess: true } })
})

test('links lead to the site the inviter is on', async () => {
  const caller = { ...testCaller, origin: 'http://localhost:3001' }
  await invitePerson(house.auth, { ...owner, caller }, { email: guest(), role: 'member' })
  const [mail] = house.mails
  expect(mail?.template === 'invitation' && mail.props.url).toMatch(
    /^http:\/\/localhost:3001\/invitation\?token=/,
  )
})
