import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

const hasher = createPasswordHasher()

/** Made by better-auth 1.7.7, whose hashes the database is full of. */
const former = {
  password: 'correct horse battery',
  hash: '00c15ec507891bb07d4dd7308126630b:a8d94da35da88c515fbf46f309546d9f0cffc31b8769de1ab8ea5be41f811df740dea11a6d806f4e8393907c831bf211cacdff57a2fb8084579694bb5e5c197d',
}
const formerUmlaut = {
  password: 'Zu\u0308rich \ufb01ne',
  hash: '7e9827b0cec5ee2d8f1ddb788ae93caf:a5ff909429f82c1bf321d8bf9079e09a051d2945cef3099a794c4d8c729517025b007cda60acced284a814ce2629f4355086781d807a2feeefa0cfc76c58ce92',
}

test('an old hash still fits its password, and no other', async () => {
  expect(await hasher.verify(former)).toBe(true)
  expect(await hasher.verify({ ...former, password: 'correct horse batterx' })).toBe(false)
})

test('an umlaut written as one character or as two is the same password', async () => {
  expect(await hasher.verify(formerUmlaut)).toBe(true)
  expect(await hasher.verify({ ...formerUmlaut, password: 'Z\u00fcrich fine' })).toBe(true)
})

test('a password fits its own hash, which is different each time', async () => {
  const [one, other] = await Promise.all([hasher.hash('a good password'), hasher.hash('a good password')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(await hasher.verify({ hash: one, password: 'a good password' })).toBe(true)
})

test('nothing fits a missing or invalid hash', async () => {
  for (const hash of [null, '', 'no hash', 'aa:', ':bb', 'aa:bb', `${'0'.repeat(32)}:${'0'.repeat(128)}`])
    expect(await hasher.verify({ hash, password: '' }), String(hash)).toBe(false)
})
