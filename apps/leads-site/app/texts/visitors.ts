/** Words of the pages anyone can see. */

export const landingTexts = {
  title: 'Exact counts, files you can open, credits you can trace',
  description:
    'Search business leads by place and by column. The count is exact, the file holds exactly that many rows, and no lead is charged twice.',
  heading: 'The number you see is the number you get.',
  lead: 'Search leads by place and by column. The count is exact, the file has exactly that many rows, you never pay twice for a lead, and every credit can be traced.',
  liveCount: (name: string) => `leads in “${name}”, counted just now`,
  start: 'Start with 25 free leads',
  seePricing: 'See pricing',
  mapLabel: (name: string) => `Leads of “${name}” by state`,
  topStates: 'Most leads',
  sample: 'A real first page',
  sampleNote: 'Contact details stay covered until a lead is yours.',
  noData: 'No dataset is here yet. Once one is imported, its live count and first rows show up on this page.',
  covered: 'covered',
  promises: [
    [
      'Counts do not lie',
      'One query answers the count, the bars, the map and the rows, from one version of the data.',
    ],
    ['Nobody pays twice', 'A lead you own is yours for good. Fetch it again, in any search, for nothing.'],
    [
      'Files that open',
      'ZIP codes keep their zeros, phone numbers their plus signs, and no cell runs as a formula.',
    ],
    [
      'Share the search',
      'Filters, map and columns live in the address. Send the link and they see the same search.',
    ],
  ],
} as const

export const loginTexts = {
  title: 'Log in',
  heading: 'Welcome back',
  noAccount: 'No account yet?',
  resetDone: 'Your password is changed. Log in with the new one.',
  resetSent: (email: string) =>
    `If ${email} has an account, a link to set a new password is on its way. It works for one hour.`,
} as const

export const signupTexts = {
  title: 'Create your account',
  heading: 'Create your account',
  lead: '25 leads a month, free. No card.',
  leadWithPlan: (name: string, price: string) =>
    `You chose ${name}, ${price} a month. You pay in a later step; before that you have 25 leads a month, free.`,
  haveAccount: 'Have an account?',
  sent: (email: string) =>
    `We sent a message to ${email}. If you already have an account, log in or reset your password.`,
  agree: 'By creating an account you agree to our',
  and: 'and',
} as const

export const resetTexts = {
  title: 'Reset your password',
  heading: 'Reset your password',
  lead: 'Type the email of your account and we send you a link.',
  newHeading: 'Set a new password',
  newLead: 'You are logged out everywhere else when you change it.',
  badLink: 'This link is too old or was used already. Ask for a new one below.',
  mismatch: "Uh oh, your passwords don't match",
  back: 'Back to login',
} as const

export const pricingTexts = {
  title: 'Pricing',
  description: 'Plans for Freeor Leads: what each costs, and how many leads a month and a file it holds.',
  heading: 'Pay for leads, once each',
  lead: 'One credit is one new lead in a file. Leads you own are free to fetch again, in any plan.',
} as const
