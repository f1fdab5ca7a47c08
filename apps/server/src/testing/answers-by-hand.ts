import type { Example } from '../http/examples.ts'

type Recorded = Readonly<Record<string, Example>>

const signedIn = {
  token: 'your token',
  user: {
    id: 'usr_ea3688gktezrexdnwh9hwyac1y',
    email: 'owner@people.example',
    name: 'Test owner',
    emailVerified: true,
  },
}
const done = { status: true }
const backupCodes = { backupCodes: ['abcd-efgh-jkmn', '2345-6789-pqrs'] }

/**
 * Answers of operations that the security table never gets one from, as its rows say; some are another operation's. By
 * the operation's id.
 */
export const answersByHand: Readonly<Record<string, unknown | ((recorded: Recorded) => unknown)>> = {
  signInWithCode: signedIn,
  signInWithPasskey: signedIn,
  offerPasskeySignIn: (recorded: Recorded) => recorded.offerReauthentication?.answer,
  checkResetLink: done,
  resetPassword: done,
  changePassword: { ...done, token: 'your token' },
  reauthenticateWithPasskey: (recorded: Recorded) => recorded.reauthenticate?.answer,
  confirmTwoFactor: backupCodes,
  renewBackupCodes: backupCodes,
  convertAccount: { companyId: 'cmp_e6xywv0cgxes26arm4ha6127pz', inviteStatus: 'converted' },
  createSubscription: (recorded: Recorded) => recorded.readCustomer?.answer,
  changeSubscription: (recorded: Recorded) => recorded.readCustomer?.answer,
  cancelImport: (recorded: Recorded) => recorded.readImport?.answer,
  stopImpersonation: { isRestored: true },
  refundFile: { status: 'refunded', amount: 250 },
}
