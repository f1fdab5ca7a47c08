import { passkeys } from '@freeor/accounts/passkeys/tables'
import { forgetCodes } from './account-things.ts'
import { addPasskeyOf, clearPasskeys, newCredential, strangersAnswer } from './passkey-things.ts'
import type { Row } from './security-row.ts'

/** A new passkey of theirs. */
const ownPasskey: Row['sample'] = async (fixture, as) => {
  await clearPasskeys(fixture, as)
  return { params: { passkeyId: await addPasskeyOf(fixture, as) } }
}

/** The rows of passkeys. */
export const passkeyRows: Readonly<Record<string, Row>> = {
  listPasskeys: { sample: () => ({}) },
  beginPasskey: {
    sample: async (fixture, as) => {
      await forgetCodes(fixture)
      await clearPasskeys(fixture, as)
      return {}
    },
  },
  addPasskey: {
    writes: passkeys,
    sample: async (fixture, as) => {
      await clearPasskeys(fixture, as)
      const { credential } = await newCredential(fixture, as)
      return { body: { name: 'My phone', credential } }
    },
  },
  renamePasskey: {
    writes: passkeys,
    sample: async (fixture, as) => ({ ...(await ownPasskey(fixture, as)), body: { name: 'My key' } }),
    isPersonal: true,
    foreign: ({ passkeyId }) => ({ params: { passkeyId }, body: { name: 'My key' } }),
  },
  removePasskey: {
    sample: ownPasskey,
    isPersonal: true,
    foreign: ({ passkeyId }) => ({ params: { passkeyId } }),
  },
  // With a passkey nobody of the table could log in by password again.
  removePassword: {
    sample: async (fixture, as) => {
      await clearPasskeys(fixture, as)
      return {}
    },
    orElse: 409,
  },
  offerReauthentication: {
    sample: async (fixture, as) => {
      await clearPasskeys(fixture, as)
      await addPasskeyOf(fixture, as)
      return {}
    },
  },
  // Each answer takes a challenge and a device of its own: the tests of passkeys have them.
  reauthenticateWithPasskey: { sample: () => ({ body: { credential: strangersAnswer } }), orElse: 422 },
  offerPasskeySignIn: { sample: () => ({ body: { ticket: 'none' } }), orElse: 410 },
  signInWithPasskey: { sample: () => ({ body: { credential: strangersAnswer } }), orElse: 422 },
}
