/** Words of the verification, as the specification has them. */
export const verificationTexts = {
  title: 'Verify your account',
  heading: 'Verify your account',
  lead: (email: string) => `We send a code of six digits to ${email}, or to your telephone.`,
  addressLead: (email: string) => `We send a code of six digits to ${email}.`,
  sent: (to: string) => `A code is on its way to ${to}. It works for ten minutes.`,
  byEmail: 'Send a code by email',
  bySms: 'Send a code by text message',
  phone: 'Phone number',
  orSms: 'By text message instead',
  code: 'Verification code',
  verify: 'Verify',
  sendFailed: (message: string) => `Uh oh, we couldn't verify your account: ${message}`,
  verified: 'Huzzah! You successfully verified your account.',
  expired: 'Your verification code has expired.  Please send a new one.',
  wrong: 'Your verification code is incorrect.  Please try again.',
  go: 'Continue',
  later: 'Later',
  addressFirst: 'Please confirm your email address first.',
  confirmAddress: 'Confirm your email address',
} as const

export type VerificationTexts = typeof verificationTexts
