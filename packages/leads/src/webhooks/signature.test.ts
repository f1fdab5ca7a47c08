import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { bodyOf } from './events/commands.ts'
import { retryPausesMs, webhookLimits } from './limits.ts'
import { nextAttempt } from './retry.ts'
import { secretOf, secretsOf, signedHeaders } from './signature.ts'

const now = new Date(1_614_265_330_000)

test('the vector of Standard Webhooks', () => {
  const body = '{"test": 2432232314}'
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body,
    now,
  })
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('while a secret turns, both the new one and the former verify, and after it the new one alone', () => {
  const at = new Date()
  const endpoint = { id: 'whk_1', secretNo: 2, formerSecretUntil: new Date(at.getTime() + 1000) }
  const [fresh, former] = [
    secretOf('server', { id: 'whk_1', secretNo: 2 }),
    secretOf('server', { id: 'whk_1', secretNo: 1 }),
  ]
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const verifies = (secret: string, when: Date) => {
    const headers = signedHeaders(secretsOf('server', endpoint, when), {
      id: 'msg_1',
      body: '{"a":1}',
      now: at,
    })
    try {
      return new Webhook(secret).verify('{"a":1}', headers)
    } catch {
      return false
    }
  }
  for (const secret of [fresh, former]) expect(verifies(secret, at)).toEqual({ a: 1 })
  const later = new Date(at.getTime() + 2000)
  expect(verifies(fresh, later)).toEqual({ a: 1 })
  expect(verifies(former, later)).toBe(false)
  expect(secretOf('server', { id: 'whk_2', secretNo: 2 })).not.toBe(fresh)
  expect(secretOf('another server', { id: 'whk_1', secretNo: 2 })).not.toBe(fresh)
})

test('the pauses grow to about three days, each within its jitter, and then it is given up', () => {
  const pause = (tries: number, random: number) => {
    const at = nextAttempt({ tries, now, retryAfter: undefined, random })
    return at && at.getTime() - now.getTime()
  }
  for (const [index, ms] of retryPausesMs.entries()) {
    expect(pause(index + 1, 0)).toBeCloseTo(ms * 0.8, -1)
    expect(pause(index + 1, 1)).toBeCloseTo(ms * 1.2, -1)
  }
  expect(pause(retryPausesMs.length + 1, 0.5)).toBeUndefined()
  const days = retryPausesMs.reduce((sum, ms) => sum + ms, 0) / 86_400_000
  expect(days).toBeGreaterThan(3)
})

test.each([
  ['120', 120_000],
  [new Date(now.getTime() + 600_000).toUTCString(), 600_000],
  ['999999999', 86_400_000],
  ['soon', 5_000],
  ['-5', 5_000],
  [new Date(0).toUTCString(), 5_000],
])('Retry-After %j waits %i milliseconds', (retryAfter, expected) => {
  const at = nextAttempt({ tries: 1, now, retryAfter, random: 0.5 })
  expect((at?.getTime() ?? 0) - now.getTime()).toBe(expected)
})

test('the largest event that can be is far below 20 KB', () => {
  const long = '\u{1F600}'.repeat(5000)
  const data = {
    searchId: long,
    searchName: long,
    dictId: long,
    version: 1,
    leads: 1e9,
    leadIds: Array.from({ length: 5000 }, () => '18446744073709551615'),
  }
  expect(Buffer.byteLength(bodyOf({ type: 'alert.found', data }, now))).toBeLessThan(webhookLimits.body)
})
