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
const sentToProvider = {
  url: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=…&state=…',
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
  beginIdentitySignIn: sentToProvider,
  beginIdentityLink: sentToProvider,
  beginIdentityReauthentication: sentToProvider,
  finishIdentityRequest: { purpose: 'sign-in', next: '/settings', isNew: false },
  checkResetLink: done,
  resetPassword: done,
  changePassword: { ...done, token: 'your token' },
  reauthenticateWithPasskey: (recorded: Recorded) => recorded.reauthenticate?.answer,
  confirmTwoFactor: backupCodes,
  renewBackupCodes: backupCodes,
  convertAccount: { companyId: 'cmp_e6xywv0cgxes26arm4ha6127pz', inviteStatus: 'converted' },
  createSubscription: (recorded: Recorded) => recorded.readCustomer?.answer,
  changeSubscription: (recorded: Recorded) => recorded.readCustomer?.answer,
  previewChange: {
    ...{ plan_id: 'freeor_pro', price: 9900, charge: 9900, credit: 49_900, due_now: 0 },
    leads: { now: -45_000, monthly: 5000 },
    period_start: '2026-11-22T06:11:26.000Z',
    period_end: '2026-12-22T06:11:26.000Z',
  },
  askForApproval: (recorded: Recorded) => ({
    ...(recorded.withdrawRequest?.answer as object),
    note: 'For the fair',
    state: 'waiting',
  }),
  cancelImport: (recorded: Recorded) => recorded.readImport?.answer,
  stopImpersonation: { isRestored: true },
  uploadLessonImage: {
    src: '/api/lesson-images/cmp_1/abcdefghijklmnop-library.jpg',
    raster: '/api/lesson-images/cmp_1/abcdefghijklmnop-library.jpg',
    ...{ width: 1600, height: 900, bytes: 182_044, notice: null },
  },
  uploadDocumentPicture: {
    src: '/api/site-pictures/leads/abcdefghijklmnop-library.jpg',
    ...{ width: 1600, height: 900, bytes: 182_044, notice: null },
  },
  importSitePackage: {
    added: [{ collection: 'faq', name: 'Is a lesson free?' }],
    changed: [{ collection: 'pages', name: 'Terms' }],
    ...{ same: 41, missing: [], boards: ['faq'], pictures: 1 },
  },
  importCoursePackage: {
    courseId: 'crs_1',
    ...{ name: 'Conscience', lessons: 3, questions: 12, pictures: 2, rewritten: ['library.jpg'] },
  },
  sendCourseMessage: {
    ...{ learners: 40, left: 2 },
    messages: [
      {
        ...{ id: 'msg_1', subject: 'A new lesson', text: 'Dear learners,\n\nthere is a new lesson.' },
        ...{ sent: '2026-05-04T09:30:00.000Z', by: 'author@people.example' },
        ...{ learners: 40, waiting: 38, delivered: 2, failed: 0, passedOver: 0 },
      },
    ],
  },
  renewCertificate: (recorded: Recorded) => recorded.reissueCertificate?.answer,
  refundFile: { status: 'refunded', amount: 250 },
}
