import { forgetCodes } from './account-things.ts'
import { addIdentityOf } from './identity-things.ts'
import type { Row } from './security-rows.ts'

const providerId = 'google'
/** The house of the table has no provider set up: whoever is let in hears that. The tests of identities have one. */
const noProvider = 404

/** The rows of identities. */
export const identityRows: Readonly<Record<string, Row>> = {
  listIdentities: { sample: () => ({}) },
  beginIdentityLink: {
    sample: async (world) => {
      await forgetCodes(world)
      return { body: { providerId } }
    },
    orElse: noProvider,
  },
  unlinkIdentity: {
    sample: async (world, as) => ({ params: { identityId: await addIdentityOf(world, as) } }),
    isPersonal: true,
    foreign: ({ identityId }) => ({ params: { identityId } }),
  },
  beginIdentityReauthentication: {
    sample: async (world) => {
      await forgetCodes(world)
      return { body: { providerId } }
    },
    orElse: noProvider,
  },
  beginIdentitySignIn: {
    sample: () => ({ params: { providerId }, body: { next: '/settings' } }),
    orElse: noProvider,
  },
  finishIdentityRequest: {
    sample: () => ({ params: { providerId }, body: { parameters: '?code=…&state=…' } }),
    orElse: noProvider,
  },
}
