import { apiKeys } from '@freeor/accounts/api-keys/tables'
import { humanAnswer } from '@freeor/accounts/human-check/testing'
import { profilePhotos } from '@freeor/accounts/profile/photos/tables'
import { users } from '@freeor/accounts/tables'
import { addApiKey, addPhoto, addSession, beginAnew, clearApiKeys, forgetCodes } from './account-things.ts'
import { newAddress } from './company-people.ts'
import type { Row } from './security-row.ts'

const nothing = () => ({})

/** A GIF of one pixel. */
const onePixel = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** The rows of what belongs to a person: profile, verification, sessions, two-factor, keys. */
export const accountRows: Readonly<Record<string, Row>> = {
  readHumanChallenge: { sample: nothing },
  verifyTraffic: {
    sample: async ({ deps }) => ({ body: { response: await humanAnswer(deps.humanCheck) } }),
  },
  startVerification: {
    sample: async (fixture, { email }) => {
      await forgetCodes(fixture)
      return { body: { email_to: email } }
    },
    orElse: 429,
  },
  verifyAccount: { sample: () => ({ body: { verificationCode: '000000' } }) },
  readProfile: { sample: nothing },
  changeProfile: { sample: () => ({ body: { phone: '+15552223333', org: 'Sample' } }), writes: users },
  uploadPhoto: { sample: () => ({ body: { image: onePixel } }), writes: profilePhotos },
  removePhoto: { sample: nothing },
  fetchPhoto: {
    sample: async ({ deps }, as) => ({ params: { photoId: await addPhoto(deps, as) } }),
  },
  updateEmail: {
    sample: async (fixture) => {
      await forgetCodes(fixture)
      return { body: { email: newAddress() } }
    },
    orElse: 429,
    writes: users,
  },
  confirmEmail: {
    sample: () => ({ body: { verificationCode: '000000' } }),
  },
  reauthenticate: {
    sample: async (fixture, { password }) => {
      await forgetCodes(fixture)
      return { body: { password } }
    },
  },
  listSessions: { sample: nothing },
  endSession: {
    sample: async (fixture, as) => ({ params: { sessionId: await addSession(fixture, as) } }),
    isPersonal: true,
    foreign: ({ sessionId }) => ({ params: { sessionId } }),
  },
  endOtherSessions: { sample: nothing },
  readTwoFactor: { sample: nothing },
  beginTwoFactor: {
    sample: nothing,
  },
  // A right code would turn it on, and nobody in the table could log in again.
  confirmTwoFactor: {
    sample: async (fixture, as) => {
      await beginAnew(fixture, as)
      return { body: { code: '000000' } }
    },
    orElse: 422,
  },
  renewBackupCodes: {
    sample: nothing,
    orElse: 409,
  },
  disableTwoFactor: {
    sample: nothing,
  },
  listApiKeys: { sample: nothing },
  createApiKey: {
    writes: apiKeys,
    sample: async (fixture, as) => {
      await clearApiKeys(fixture, as)
      return { body: { name: 'Nightly', scopes: ['search'] } }
    },
  },
  changeApiKey: {
    writes: apiKeys,
    sample: async (fixture, as) => ({
      params: { apiKeyId: await addApiKey(fixture, as) },
      body: { dailyBudget: 100 },
    }),
    isPersonal: true,
    foreign: ({ apiKeyId }) => ({ params: { apiKeyId }, body: { dailyBudget: 100 } }),
  },
  revokeApiKey: {
    sample: async (fixture, as) => ({ params: { apiKeyId: await addApiKey(fixture, as) } }),
    isPersonal: true,
    foreign: ({ apiKeyId }) => ({ params: { apiKeyId } }),
  },
  exportAccount: {
    sample: nothing,
  },
  // The address typed is not theirs: nobody in the table may be deleted.
  deleteAccount: {
    sample: () => ({ body: { email: 'somebody-else@people.example' } }),
    orElse: 422,
  },
}
