import { passwordMinimumLength } from '@freeor/accounts/password-length'

/** The account screens' words, as the specification has them. A site's catalogue takes them in. */
export const accountTexts = {
  email: 'Email',
  emailGood: 'Email looks good :)',
  emailBad: "Uh oh, that doesn't look like an email address.",
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordsMatch: 'Perfect, those passwords match.',
  passwordsDiffer: "Uh oh, your passwords don't match",
  login: 'Login',
  code: 'Code',
  codeLead: 'One more step: type the code that your authenticator app shows.',
  codeHint: 'Six digits, or a backup code.',
  passkey: 'Log in with a passkey',
  passkeyCancelled: 'The browser did not give a passkey. Please try again.',
  providerOr: 'or',
  continueWith: (label: string) => `Continue with ${label}`,
  providerNew: 'If you are new here, this makes you an account, and you agree to our',
  providerGoing: (host: string) => `You are on the way to ${host}.`,
  providerGo: 'Go on',
  providerFailed: 'Uh oh, that did not work.',
  providerNothing: 'There is nothing to do here. Please begin at the log-in.',
  providerLogin: 'Back to the log-in',
  providerBack: 'Back',
  create: 'Create account',
  forgot: 'Forgot your password?',
  loginFailed: 'Uh oh, there was a problem logging you in.',
  signupFailed: 'Uh oh, there was a problem creating your account.',
  resetFailed: 'Uh oh something went wrong :(',
  sendResetLink: 'Send reset link',
  setPassword: 'Set new password',
  passwordHint: `At least ${passwordMinimumLength} characters. A few plain words work well.`,
} as const

export type AccountTexts = typeof accountTexts

/** What the login page says beyond its fields. */
export type LoginTexts = {
  readonly title: string
  readonly heading: string
  readonly noAccount: string
  readonly resetDone: string
  resetSent(email: string): string
}

/** What the sign-up page says beyond its fields. */
export type SignupTexts = {
  readonly title: string
  readonly heading: string
  readonly lead: string
  /** In place of `lead` on the way to a paid plan, on a site where an account begins without one. */
  readonly leadWithPlan?: (name: string, price: string) => string
  readonly haveAccount: string
  readonly agree: string
  readonly and: string
  sent(email: string): string
}

/** What the page for a forgotten password says beyond its fields. */
export type ResetTexts = {
  readonly title: string
  readonly heading: string
  readonly lead: string
  readonly newHeading: string
  readonly newLead: string
  readonly badLink: string
  readonly mismatch: string
  readonly back: string
}
