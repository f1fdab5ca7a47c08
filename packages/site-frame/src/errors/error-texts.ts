/** The error screens' words, as the specification has them, and those of the wait. A site's catalogue takes them in. */
export const errorTexts = {
  loading: 'Getting your account information. Hold tight!',
  notFound: "Uh oh, there's nothing here :(",
  backHome: 'Back to civilization',
  pleaseLogin: 'Please Login to View this Page',
  memberLogin: 'Member Login',
  noSubscription: 'No subscription yet',
  noSubscriptionText: (email: string) =>
    `it doesn't look like you have a subscription with us under the email ${email}`,
  signup: 'Signup',
  forbidden: 'You may not open this page',
  forbiddenText: 'Your role in this account does not allow that.',
  forbiddenHelp: 'An admin of the account can give you another role.',
  wrong: 'Something went wrong :(',
  noAnswer: 'The site did not answer. Check your connection.',
  writeTo: 'If it keeps happening, write to',
  quote: 'and quote',
  tryAgain: 'Try again',
} as const
