import { addPasskey, beginPasskey } from '@freeor/accounts/passkeys/commands'
import { passkeys } from '@freeor/accounts/passkeys/tables'
import { TestAuthenticator } from '@freeor/accounts/passkeys/testing'
import { resolveActor } from '@freeor/accounts/sessions/queries'
import { eq } from 'drizzle-orm'
import { forgetCodes } from './account-things.ts'
import type { Person } from './people.ts'
import { leadsUrl, type TestSystem } from './test-system.ts'

const requester = { address: '192.0.2.1', origin: leadsUrl }

/** What a browser at the Leads site sends for a new passkey of the person. */
export async function newCredential(system: TestSystem, as: Person) {
  const { auth } = system.deps
  await forgetCodes(system)
  const actor = await resolveActor(auth, new Headers({ cookie: as.cookie }))
  if (actor.kind !== 'user') throw new Error('Nobody')
  const { options } = await beginPasskey(auth, actor, requester)
  const credential = new TestAuthenticator({ origin: leadsUrl, rpId: 'localhost' }).create(options)
  return { actor, credential }
}

/** A passkey of the person. Gives its id. */
export async function addPasskeyOf(system: TestSystem, as: Person): Promise<string> {
  const { actor, credential } = await newCredential(system, as)
  return (await addPasskey(system.deps.auth, actor, { name: 'Sample', credential }, requester)).id
}

/** Deletes the person's passkeys. */
export async function clearPasskeys({ deps: { db } }: TestSystem, { userId }: Person): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
}

/** An answer of an unknown device. */
export const strangersAnswer = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
