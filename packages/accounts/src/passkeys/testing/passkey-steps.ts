import type { UserActor } from '@freeor/kernel/actor'
import { resolveActor } from '../../sessions/queries.ts'
import { offerPasskeySignIn, signInWithPasskey } from '../../sign-in/with-passkey.ts'
import type { Fixture } from '../../testing.ts'
import { addPasskey, beginPasskey } from '../commands.ts'
import { type Lies, TestAuthenticator } from './authenticator.ts'

export const origin = 'http://localhost:3000'
export const rpId = 'localhost'
export const requester = { address: '192.0.2.1', origin, headers: new Headers() }
export const refused = {
  code: 'invalid_request',
  message: 'That passkey did not work here. Please try again.',
}

/** What users do with passkeys in a test, on the accounts of that test. */
export function passkeySteps(fixture: () => Fixture) {
  async function signedIn({ isProven = true } = {}): Promise<{ actor: UserActor; cookie: string }> {
    const { cookie, userId } = await fixture().signedIn()
    if (isProven) await fixture().prove(userId)
    return { actor: await actorOf(cookie), cookie }
  }

  async function actorOf(cookie: string): Promise<UserActor> {
    const actor = await resolveActor(fixture().system.auth, new Headers({ cookie }))
    if (actor.kind !== 'user') throw new Error('Nobody')
    return actor
  }

  async function add(actor: UserActor, device = new TestAuthenticator({ origin, rpId }), lies: Lies = {}) {
    const { auth } = fixture().system
    const { options } = await beginPasskey(auth, actor, requester)
    const credential = device.create(options, lies)
    return { device, passkey: await addPasskey(auth, actor, { name: 'My phone', credential }, requester) }
  }

  async function signIn(device: TestAuthenticator, lies: Lies = {}, ticket?: string) {
    const { auth } = fixture().system
    const { options } = await offerPasskeySignIn(auth, requester, ticket)
    return await signInWithPasskey(auth, requester, { credential: device.use(options, lies), ticket })
  }

  const anotherPerson = async () => {
    fixture().email = `other.${fixture().email}`
    return await signedIn()
  }

  return { signedIn, actorOf, add, signIn, anotherPerson }
}
