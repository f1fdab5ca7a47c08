import { passkeys } from '@freeor/accounts/passkeys/tables'
import { forgetCodes } from './account-things.ts'
import { addPasskeyOf, clearPasskeys, newCredential, strangersAnswer } from './passkey-things.ts'
import type { Row } from './security-rows.ts'

/** A passkey of theirs, made anew. */
const ownPasskey: Row['sample'] = async (world, as) => {
  await clearPasskeys(world, as)
  return { params: { passkeyId: await addPasskeyOf(world, as) } }
}

/** The rows of passkeys. */
export const passkeyRows: Readonly<Record<string, Row>> = {
  listPasskeys: { sample: () => ({}) },
  beginPasskey: {
    sample: async (world, as) => {
      await forgetCodes(world)
      await clearPasskeys(world, as)
      return {}
    },
  },
  addPasskey: {
    writes: passkeys,
    sample: async (world, as) => {
      await clearPasskeys(world, as)
      const { credential } = await newCredential(world, as)
      return { body: { name: 'My phone', credential } }
    },
  },
  renamePasskey: {
    writes: passkeys,
    sample: async (world, as) => ({ ...(await ownPasskey(world, as)), body: { name: 'My key' } }),
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
    sample: async (world, as) => {
      await clearPasskeys(world, as)
      return {}
    },
    orElse: 409,
  },
  offerReauthentication: {
    sample: async (world, as) => {
      await clearPasskeys(world, as)
      await addPasskeyOf(world, as)
      return {}
    },
  },
  // Each answer takes a challenge and a device of its own: the tests of passkeys have them.
  reauthenticateWithPasskey: { sample: () => ({ body: { credential: strangersAnswer } }), orElse: 422 },
  offerPasskeySignIn: { sample: () => ({ body: { ticket: 'none' } }), orElse: 410 },
  signInWithPasskey: { sample: () => ({ body: { credential: strangersAnswer } }), orElse: 422 },
}
