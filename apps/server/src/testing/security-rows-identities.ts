import { forgetCodes } from './account-things.ts'
import { addIdentityOf } from './identity-things.ts'
import type { Row } from './security-row.ts'

const providerId = 'google'
/** The system of the table has no provider set up: callers who are let in are told so. Tests of identities have one. */
const noProvider = 404

/** The rows of identities. */
export const identityRows: Readonly<Record<string, Row>> = {
  listIdentities: { sample: () => ({}) },
  beginIdentityLink: {
    sample: async (fixture) => {
      await forgetCodes(fixture)
      return { body: { providerId } }
    },
    orElse: noProvider,
  },
  unlinkIdentity: {
    sample: async (fixture, as) => ({ params: { identityId: await addIdentityOf(fixture, as) } }),
    isPersonal: true,
    foreign: ({ identityId }) => ({ params: { identityId } }),
  },
  beginIdentityReauthentication: {
    sample: async (fixture) => {
      await forgetCodes(fixture)
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
