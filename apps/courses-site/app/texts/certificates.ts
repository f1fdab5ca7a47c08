import type { Problem } from '@freeor/courses/certificates/credential/check-credential'

/** What is wrong with a credential, in a sentence. */
const problems: Record<Problem['kind'], string> = {
  unreadable: 'This file holds no certificate.',
  unsigned: 'It has no signature: nothing tells who issued it.',
  other_key: 'It is signed with a key that is not ours. We did not issue it.',
  changed: 'It is not what was signed: something in it was changed, or it was signed by somebody else.',
  not_yet_valid: 'It is dated in the future.',
  expired: 'It has expired.',
  revoked: 'It was revoked.',
  superseded: 'It was replaced by a newer certificate.',
}

/** Words of the page of a certificate and of the file that verifies certificates offline. */
export const certificateTexts = {
  title: (course: string) => `Certificate: ${course}`,
  heading: 'Certificate of Completion',
  certifies: 'This certifies that',
  completed: 'has completed the course',
  noName: 'a learner whose account is deleted',
  noNameMore:
    'The learner deleted their account, and their name was removed with it. The files of the certificate are no longer here.',
  statuses: { valid: 'Valid', revoked: 'Revoked', superseded: 'Superseded' },
  statusMore: {
    valid: 'This certificate is genuine and valid.',
    revoked: (day: string, reason: string) => `Revoked on ${day}: ${reason}`,
    superseded: (day: string) => `Replaced by a newer certificate on ${day}.`,
  },
  newer: 'See the newer certificate',
  fields: {
    serial: 'Serial',
    issuer: 'Issued by',
    issuedAt: 'Issued on',
    key: 'Signed with the key',
    keyMore: 'The same key is printed on the certificate.',
  },
  lessons: 'Lessons and quizzes',
  columns: { lesson: 'Lesson', quiz: 'Quiz', score: 'Score', date: 'Date' },
  score: (score: number, questions: number) => `${score} of ${questions}`,
  files: {
    title: 'Files',
    pdf: 'Certificate (PDF)',
    png: 'Badge (PNG)',
    svg: 'Badge (SVG)',
    credential: 'Credential (JSON)',
    jwt: 'Credential (JWT)',
    didKey: 'Credential that needs no network (JSON)',
    more: 'The badge and the credential follow Open Badges 3.0: wallets and other sites read them.',
  },
  verify: {
    title: 'Check a file',
    lead: 'Drop a certificate here: its PDF, badge or credential. It is read by your browser and sent to nobody.',
    choose: 'Choose a file',
    reading: 'Checking…',
    failed: 'The check could not be made. Please try again.',
    offline: 'Download verify.html',
    offlineMore:
      'One file that does the same without a network and without this site: keep it, and anybody can check a certificate with it.',
    noScript: 'Checking a file needs JavaScript. The status above does not.',
  },
  result: {
    valid: 'Genuine and valid',
    genuine: 'Genuine',
    wrong: 'Not valid',
    statusUnknown: 'Whether it was revoked since cannot be known without a network. Its page tells:',
    otherBytes:
      'The credential inside is genuine, but the file around it is not byte for byte the one that we make. Trust only what is listed here.',
    signed: 'What was signed',
    differs: (field: string, shown: string, signed: string) =>
      `${field}: the file says “${shown}”, signed was “${signed}”.`,
    problems,
  },
  keep: {
    title: 'Your name on this certificate',
    label: 'Keep my name on it if I delete my account',
    more: 'Otherwise the certificate stays, without your name, and can no longer be verified by its files here.',
    save: 'Save',
    kept: 'Your name stays on the certificate, also if you delete your account.',
    notKept: 'Your name is removed from the certificate if you delete your account.',
  },
  wrongName: {
    title: 'Is the name not right?',
    profile: 'Change it in your profile',
    andThen: ', then ',
    support: 'write to us',
    more: ': we issue the certificate anew with it, and this one says that there is a newer one.',
  },
  renew: {
    title: 'A grade was corrected',
    lead: 'A question was graded again by a corrected key. This certificate keeps what it says; you may have it issued anew with the grades as they are now. The one you have then says that there is a newer one.',
    button: 'Issue it with the corrected grades',
  },
  admin: {
    title: 'Revoke or issue anew',
    revoke: 'Revoke',
    revoked: 'The certificate is revoked.',
    reissue: 'Issue anew with the present name',
    reissueMore: "The new one has the name of the learner's profile as it is now, and replaces this one.",
    reason: 'Reason (shown on the page of the certificate)',
  },
  offlinePage: {
    title: 'Verify a certificate',
    lead: 'This one file checks certificates without a network. Nothing leaves your computer.',
    drop: 'Drop a certificate here: its PDF, badge or credential',
    keys: 'Keys that this file trusts',
    keysMore:
      'One of them is printed on the certificate, after “signed with this key”. If none is the same, this file cannot verify it: type the printed key below, if you trust the paper.',
    typed: 'Key as printed on the certificate (did:key:…)',
    made: (site: string, day: string) => `Made by ${site} on ${day}.`,
  },
}
