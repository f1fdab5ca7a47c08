import { beforeEach, expect, test } from 'vitest'
import { ensureUser } from '../commands.ts'
import { openStage, password, type Stage } from '../testing.ts'

let stage: Stage
const standing = openStage()
beforeEach(() => {
  stage = standing()
})

test('nothing else of better-auth can be reached', async () => {
  const operator = { email: stage.email, password, name: 'Op', superAdmin: true }
  await ensureUser(stage.house.auth, operator)
  const { cookie } = await stage.signIn()
  const paths = [
    '/admin/impersonate-user',
    '/admin/stop-impersonating',
    '/admin/set-role',
    '/admin/list-users',
    '/admin/create-user',
    '/admin/set-user-password',
    '/admin/remove-user',
    '/update-user',
    '/delete-user',
    '/change-email',
    '/set-password',
    '/verify-password',
    '/sign-in/social',
    '/link-social',
    '/unlink-account',
    '/list-accounts',
    '/revoke-sessions',
    '/update-session',
    '/reset-password/some-token',
    '/error',
    '/ok',
    '/sign-up/email/',
    '/__proto__',
    '/constructor',
    '',
  ]
  for (const path of paths) {
    expect((await stage.house.call('POST', path, { cookie, body: {} })).status, path).toBe(404)
    expect((await stage.house.call('GET', path, { cookie })).status, path).toBe(404)
  }
})

test('a body that is not JSON, or is too large, is refused', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect(
    (await stage.house.call('POST', '/sign-in/email', { body: { email: stage.email, password }, headers }))
      .status,
  ).toBe(400)
  const body = { email: stage.email, password: 'x'.repeat(20_000) }
  expect((await stage.house.call('POST', '/sign-in/email', { body })).status).toBe(413)
})
