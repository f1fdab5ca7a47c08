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
  create: 'Create account',
  forgot: 'Forgot your password?',
  loginFailed: 'Uh oh, there was a problem logging you in.',
  signupFailed: 'Uh oh, there was a problem creating your account.',
  resetFailed: 'Uh oh something went wrong :(',
  sendResetLink: 'Send reset link',
  setPassword: 'Set new password',
  passwordHint: 'At least 10 characters. A few plain words work well.',
} as const

export type AccountTexts = { readonly [key in keyof typeof accountTexts]: string }
