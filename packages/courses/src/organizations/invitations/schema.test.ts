import { expect, test } from 'vitest'
import { orgInvitationInput } from './schema.ts'

test('of a long list, the address that is wrong is named', () => {
  const messageFor = (wrong: string) =>
    orgInvitationInput.safeParse({ organization: 'Fellowship', emails: ['ada@example.com', wrong] }).error
      ?.issues[0]?.message
  expect(messageFor('no address')).toBe('Uh oh, "no address" is no email address.')
  const long = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(4)}example.com`
  expect(messageFor(long)).toBe(`The email address that begins with "${long.slice(0, 100)}" is too long.`)
})
