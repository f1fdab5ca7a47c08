import type { UserActor } from '@freeor/kernel/actor'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addActor } from '../companies/testing.ts'
import { confirmEmailChange, startEmailChange } from '../email-change/commands.ts'
import { readPhoneNumber } from '../profile/phone-number.ts'
import { getProfile } from '../profile/queries.ts'
import { users } from '../tables.ts'
import { type AccountsSystem, accountsSystem, openFixture } from '../testing.ts'
import { startVerification, verifyAccount } from './commands.ts'
import { requireVerified } from './queries.ts'
import { verificationCodes } from './tables.ts'

const currentFixture = openFixture()
const caller = { address: '192.0.2.1', origin: 'http://localhost:3000' }
let system: AccountsSystem
let clock: FakeClock
let actor: UserActor

beforeEach(async () => {
  const fixture = currentFixture()
  clock = fakeClock('2030-05-01T10:00:00Z')
  system = accountsSystem(fixture.database.db, { clock })
  actor = await addActor(system, `${fixture.number}-verify@example.com`)
  await system.auth.db.update(users).set({ emailVerified: false }).where(eq(users.id, actor.userId))
})

const start = (input = {}) => startVerification(system.auth, actor, input, caller)
const verify = (verificationCode: string, userProfile?: { name?: string }) =>
  verifyAccount(system.auth, actor, { verificationCode, userProfile }, caller)
const profile = () => getProfile(system.auth.db, actor.userId)

function mailedCode(to = actor.email): string {
  const mail = system.mails.findLast((one) => one.template === 'verification-code' && one.to === to)
  if (mail?.template !== 'verification-code') throw new Error(`No code to ${to}`)
  return mail.props.code
}
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

test('strangers who name a number do not use up its messages for who has proven it', async () => {
  const phone = '+15552226666'
  await system.auth.db
    .update(users)
    .set({ phone, phoneVerifiedAt: clock.now() })
    .where(eq(users.id, actor.userId))
  const number = currentFixture().number
  const ask = async (stranger: UserActor) =>
    await startVerification(
      system.auth,
      stranger,
      { sms_to: phone },
      { address: `198.51.100.${number % 200}` },
    )
  const [one, two] = [
    await addActor(system, `${number}-one@example.com`),
    await addActor(system, `${number}-two@example.com`),
  ]
  for (let tries = 0; tries < 4; tries++) await ask(one)
  await expect(ask(two)).rejects.toMatchObject({ code: 'rate_limited' })
  expect((await start({ sms_to: phone })).channel).toBe('sms')
})

test('what is refused to an account counts for no number', async () => {
  const number = currentFixture().number
  const asker = await addActor(system, `${number}-asker@example.com`)
  const ask = async (by: UserActor) =>
    await startVerification(system.auth, by, { sms_to: '+15552227777' }, { address: '198.51.100.250' })
  for (let tries = 0; tries < 4; tries++) await startVerification(system.auth, asker, {}, caller)
  for (let tries = 0; tries < 5; tries++) {
    await expect(ask(asker)).rejects.toMatchObject({ code: 'rate_limited' })
    clock.advance(6_000)
  }
  expect((await ask(actor)).sentTo).toBe('+15552227777')
})

describe('a verification code', () => {
  test('proves the address it was mailed to, once', async () => {
    await expect(requireVerified(system.auth.db, actor.userId)).rejects.toMatchObject({
      code: 'verification_required',
    })
    expect(await start()).toMatchObject({ channel: 'email', sentTo: actor.email })
    const code = mailedCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await verify(code, { name: 'Ada' })).toEqual({ verified: true, expired: false })
    expect(await profile()).toMatchObject({
      verified: true,
      emailVerified: true,
      userProfile: { name: 'Ada' },
    })
    await requireVerified(system.auth.db, actor.userId)
    expect(await verify(code)).toEqual({ verified: false, expired: true })
  })

  test('proves the number it was sent to, and another number is not proven', async () => {
    const sent = await start({ sms_to: '(555) 222-3333' })
    expect(sent).toMatchObject({ channel: 'sms', sentTo: '+15552223333' })
    const code = /^\d{6}/.exec(system.texts.at(-1)?.text ?? '')?.[0] ?? ''
    expect(await verify(code)).toEqual({ verified: true, expired: false })
    expect(await profile()).toMatchObject({ verified: true, emailVerified: false, phoneVerified: true })
  })

  test('checks at most five of twenty parallel guesses', async () => {
    await start()
    const code = mailedCode()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(wrongFor(code))))
    expect(guesses.filter(({ expired }) => !expired)).toHaveLength(5)
    expect(await verify(code)).toEqual({ verified: false, expired: true })
    const [row] = await system.auth.db
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.userId, actor.userId))
    expect(row?.tries).toBe(5)
    expect(row?.codeHash).not.toContain(code)
  })

  test('expires after ten minutes, and when a new one is sent', async () => {
    await start()
    const first = mailedCode()
    await start()
    const second = mailedCode()
    if (first !== second) expect(await verify(first)).toEqual({ verified: false, expired: false })
    clock.advance(600_001)
    expect(await verify(second)).toEqual({ verified: false, expired: true })
  })

  test('does not work for another user, and goes to nobody else’s address', async () => {
    await start()
    const other = await addActor(system, `${currentFixture().number}-other@example.com`)
    const input = { verificationCode: mailedCode() }
    expect(await verifyAccount(system.auth, other, input, caller)).toEqual({ verified: false, expired: true })
    await expect(start({ email_to: other.email })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(start({ sms_to: 'call me' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('goes to one number twelve times a day at most, whoever requests it', async () => {
    const askers = [actor]
    for (let n = 0; n < 4; n += 1)
      askers.push(await addActor(system, `${currentFixture().number}-${n}@example.com`))
    const text = (asker: UserActor) =>
      startVerification(system.auth, asker, { sms_to: '+15552224444' }, caller)
    for (let n = 0; n < 12; n += 1) {
      await text(askers[n % 5] ?? actor)
      clock.advance(3_600_000 / 3)
    }
    await expect(text(actor)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('is sent four times in a quarter of an hour at most', async () => {
    for (let n = 0; n < 4; n += 1) await start()
    await expect(start()).rejects.toMatchObject({ code: 'rate_limited' })
    clock.advance(15 * 60_000 + 1)
    await start()
  })
})

describe('a change of the address', () => {
  const begin = (email: string) => startEmailChange(system.auth, actor, email, caller)
  const confirm = (code: string) => confirmEmailChange(system.auth, actor, code, caller)

  test('takes effect once the new address is proven; both are notified and billing gets it', async () => {
    const email = `new-${currentFixture().number}@example.com`
    await begin(email)
    expect((await profile()).userProfile.email).toBe(actor.email)
    const code = mailedCode(email)
    expect(await verify(code)).toEqual({ verified: false, expired: true })
    expect(await confirm(wrongFor(code))).toEqual({ verified: false, expired: false, email: actor.email })
    expect(await confirm(code)).toEqual({ verified: true, expired: false, email })
    expect(await profile()).toMatchObject({ emailVerified: true, userProfile: { email } })
    const told = system.mails.filter(({ template }) => template === 'notice').map(({ to }) => to)
    expect(told).toEqual([actor.email, email])
    expect(system.changedEmails).toMatchObject([{ userId: actor.userId, before: actor.email, after: email }])
  })

  test('to a taken address gets the same answer, and only its owner is notified', async () => {
    const other = await addActor(system, `${currentFixture().number}-taken@example.com`)
    const free = await begin(`free-${currentFixture().number}@example.com`)
    const taken = await begin(other.email)
    expect({ ...taken, email: '' }).toEqual({ ...free, email: '' })
    expect(system.mails.at(-1)).toMatchObject({ to: other.email, template: 'account-exists' })
    expect(system.mails.filter(({ to }) => to === other.email)).toHaveLength(1)
    await expect(begin(actor.email)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('gives every typed code the same answer, whether the new address is taken or free', async () => {
    const other = await addActor(system, `${currentFixture().number}-guarded@example.com`)
    const told: unknown[] = []
    for (const email of [`open-${currentFixture().number}@example.com`, other.email]) {
      await begin(email)
      const mail = system.mails.at(-1)
      const wrong = mail?.template === 'verification-code' ? wrongFor(mail.props.code) : '123456'
      const answers: unknown[] = []
      for (let n = 0; n < 6; n += 1) answers.push(await confirm(wrong))
      told.push(answers)
      clock.advance(10 * 60_000)
      answers.push(await confirm(wrong))
    }
    expect(told[1]).toEqual(told[0])
    expect(told[0]).toMatchObject([
      ...Array.from({ length: 5 }, () => ({ verified: false, expired: false })),
      { verified: false, expired: true },
      { verified: false, expired: true },
    ])
  })

  test('mails one address twenty codes a day at most, whoever asks, with the same answer for a taken one', async () => {
    const taken = (await addActor(system, `${currentFixture().number}-sought@example.com`)).email
    const askers = await Promise.all(
      [0, 1].map((n) => addActor(system, `${currentFixture().number}-asker-${n}@example.com`)),
    )
    const startAs = async (email: string, n: number) => {
      clock.advance(15 * 60_000 + 1)
      return await startEmailChange(system.auth, askers[n % 2] ?? actor, email, caller)
    }
    for (const email of [`unheard-${currentFixture().number}@example.com`, taken]) {
      for (let n = 0; n < 20; n += 1) await startAs(email, n)
      await expect(startAs(email, 0)).rejects.toMatchObject({ code: 'rate_limited' })
      // The day after it goes on.
      clock.advance(24 * 3_600_000)
      await startAs(email, 1)
      expect(system.mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(21)
    }
  })

  test('of two users to one free address succeeds for one', async () => {
    const email = `wanted-${currentFixture().number}@example.com`
    const rival = await addActor(system, `${currentFixture().number}-rival@example.com`)
    await begin(email)
    const mine = mailedCode(email)
    await startEmailChange(system.auth, rival, email, caller)
    const theirs = mailedCode(email)
    const both = [confirm(mine), confirmEmailChange(system.auth, rival, theirs, caller)]
    const settled = await Promise.allSettled(both)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = settled.find(({ status }) => status === 'rejected')
    expect(lost).toMatchObject({ reason: { code: 'conflict' } })
  })
})

test.each([
  ['(555) 222-3333', '+15552223333'],
  ['1-555-222-3333', '+15552223333'],
  ['+49 30 1234567', '+49301234567'],
  ['+1 555 222 3333', '+15552223333'],
  ['555', undefined],
  ['0555 222 33', undefined],
  ['+0 555 222 3333', undefined],
  ['call me', undefined],
  ['', undefined],
])('the telephone number %j is read as %j', (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number)
})
