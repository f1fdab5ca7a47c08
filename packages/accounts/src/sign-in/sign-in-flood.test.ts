import { Limiter } from '@freeor/kernel/limiter'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPasswordHasher } from '../adapters/password-hasher.ts'
import { ensureUser } from '../commands.ts'
import { type Answer, accountsSystem, type Fixture, openFixture, password } from '../testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
  // An eighth of the full cost. It fills the queue, which is what is tested, and a slow machine serves a legitimate
  // user within the half minute that one may wait in it.
  const hasher = createPasswordHasher({ N: 2_048, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  fixture.system = accountsSystem(fixture.database.db, { hasher })
})

type Rightful = { email: string; address: string; cookie: string }

/** A user with an account, who has signed in on this device before if `isKnown`. */
async function addRightful(number: number, isKnown: boolean): Promise<Rightful> {
  const email = `rightful${number}@example.com`
  const address = `192.0.2.${100 + number}`
  await ensureUser(fixture.system.auth, { email, password, name: 'Rightful' })
  if (!isKnown) return { email, address, cookie: '' }
  const { cookie } = await fixture.signIn({ email }, address)
  return { email, address, cookie: cookie.slice(cookie.indexOf('freeor.device=')) }
}

/** Guesses from an address of its own until the flood is over; gives the answers by target. */
async function attack(number: number, targets: readonly string[], isOver: () => boolean) {
  const answers: [target: string, answer: Answer][] = []
  for (let turn = 0; !isOver(); turn++) {
    const email = targets[(number + turn) % targets.length] ?? ''
    const address = `203.0.113.${number}`
    answers.push([email, await fixture.signIn({ email, password: `guess ${number} ${turn}` }, address)])
    // Guesses that are refused at once would not let the event loop serve the hashing.
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return answers
}

const queueIsFull = JSON.stringify({
  status: 429,
  body: { code: 'rate_limited', detail: 'Too many people are logging in. Please try again in a moment.' },
  setCookies: [],
})

test('while forty addresses guess at known and unknown accounts, every legitimate user can sign in', async () => {
  const known = await Promise.all(Array.from({ length: 10 }, (_, n) => addRightful(n, true)))
  const strangers = await Promise.all(Array.from({ length: 10 }, (_, n) => addRightful(10 + n, false)))
  const existing = known.map(({ email }) => email)
  const targets = existing.flatMap((email, n) => [email, `nobody${n}@example.com`])
  let isOver = false
  const attackers = Array.from({ length: 40 }, (_, n) => attack(n, targets, () => isOver))
  const answers = await Promise.all(
    [...strangers, ...known].map(({ email, address, cookie }) => fixture.signIn({ email }, address, cookie)),
  )
  isOver = true
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const guesses = (await Promise.all(attackers)).flat()
  const told = (wanted: (status: number, isExisting: boolean) => boolean) =>
    new Set(
      guesses
        .filter(([target, { status }]) => wanted(status, existing.includes(target)))
        .map(([, { status, body, setCookies }]) => JSON.stringify({ status, body, setCookies })),
    )
  expect(told((status, isExisting) => status === 401 && isExisting).size).toBe(1)
  expect(told((status) => status === 401).size).toBe(1)
  // On a slow machine guesses wait too long in the queue, which knows of no account.
  for (const other of told((status) => status !== 401)) expect(other).toBe(queueIsFull)
})

test('a wrong password is hashed once and waits in the same queue whether the account exists or not', async () => {
  await fixture.signUp()
  const hashing = vi.spyOn(Limiter.prototype, 'run')
  for (const email of [fixture.email, `nobody.${fixture.email}`]) {
    const address = `198.51.100.${email.length}`
    const priorities: string[] = []
    for (let n = 0; n < 5; n++) {
      hashing.mockClear()
      expect((await fixture.signIn({ email, password: 'not this one' }, address)).status).toBe(401)
      priorities.push(hashing.mock.calls.map(([request]) => request.priority).join())
    }
    expect(priorities).toEqual(['fresh', 'fresh', 'fresh', 'suspect', 'suspect'])
  }
})
