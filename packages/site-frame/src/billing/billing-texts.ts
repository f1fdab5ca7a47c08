/** The words of plans and money, as the specification has them where it does. A site's catalogue takes them in. */

const plans = {
  tableLabel: 'Plans compared',
  plan: 'Plan',
  price: 'Price',
  free: 'Free',
  forever: 'for as long as you like',
  perMonth: 'per month, cancel anytime',
  current: 'Your plan',
  choose: (shortname: string) => `Choose ${shortname}`,
  start: 'Create a free account',
  yes: 'Yes',
  no: 'No',
  customTitle: 'A plan for you',
  signup: 'Sign up',
  compare: 'Compare all plans',
} as const

const steps = {
  label: 'Steps',
  names: { account: 'Account', verify: 'Verify', plan: 'Plan', pay: 'Pay', in: 'In' },
  position: (step: number, of: number, name: string) => `Step ${step} of ${of}: ${name}`,
  title: 'Choose your plan',
  planHeading: 'Choose your plan',
  planLead: 'You can change or cancel it anytime.',
  continue: 'Continue',
  payHeading: (shortname: string) => `Subscribe to ${shortname}`,
  freeHeading: (shortname: string) => `Begin with ${shortname}`,
  payLead: (price: string) => `${price} today, and the same each month until you cancel.`,
  otherPlan: 'Choose another plan',
  cardOnFile: (card: string) => `We charge your ${card}.`,
  otherCard: 'Use another card',
  subscribe: (price: string) => `Subscribe for ${price}`,
  begin: 'Begin',
  doneHeading: "You're in!",
  doneText: (plan: string) => `You are on ${plan} now.`,
  doneFree: 'Everything is ready.',
  go: 'Go on',
} as const

const card = {
  title: 'Card',
  none: 'No card on file.',
  name: (type: string, lastFour: string) => `${type} ending in ${lastFour}`,
  expires: (month: string, year: string) => `Expires ${month}/${year}`,
  update: 'Update card',
  add: 'Add a card',
  save: 'Save card',
  saved: 'Your card is saved.',
  keep: 'Keep the card',
  firstName: 'First name',
  lastName: 'Last name',
  address1: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'Zip code',
  country: 'Country',
  number: 'Card number',
  numberHint: 'It stays in this browser: only a token of it is sent.',
  blank: {
    first_name: "First name can't be blank",
    last_name: "Last name can't be blank",
    address1: "Street address can't be blank",
    city: 'City cannot be blank',
    state: 'State cannot be blank',
    postal_code: 'Zip code cannot be blank',
    number: "Card number can't be blank",
  },
  notTest: 'This is none of the test cards listed below.',
  testTitle: 'Built-in test provider',
  testText: 'No real card works here and no money moves.',
  testCards: 'Test cards',
  formMissing: 'The card form of the payment provider could not be loaded. Please reload the page.',
  needsScript: 'Paying needs JavaScript: your card number must not leave this browser.',
} as const

const human = {
  label: "I'm human",
  verifying: 'Checking…',
  verified: 'Thank you.',
  waiting: 'Still checking. Please wait a moment.',
  failed: 'The check did not work. Please try again.',
  expired: 'This was too long ago. Please check again.',
  required: 'Please show that you are human.',
  unsupported: 'The human check could not be loaded. Please reload the page.',
} as const

const billing = {
  title: 'Billing',
  heading: 'Plan and billing',
  plan: 'Plan',
  lastPlan: 'Last plan',
  price: 'Price',
  perMonth: (price: string) => `${price} per month`,
  leadsLeft: 'Leads left',
  billingDay: 'Billing day',
  dayOf: (day: string) => `Day ${day} of the month`,
  nextCharge: (price: string, date: string) => `The next charge is ${price} on ${date}.`,
  change: 'Change plan',
  choose: 'Choose a plan',
  ending: (date: string) => `Your subscription ends on ${date}. Until then nothing changes.`,
  leaving: (date: string) =>
    `Your subscription ends on ${date}, and your card is not charged again: we take payments through another service now. Please subscribe again after that, or end it now to go on at once.`,
  cardWanted: (date: string) =>
    `There is no card on file. Please add one before ${date}: your next payment is due then.`,
  resume: 'Keep my subscription',
  resumed: 'Your subscription goes on.',
  cancelTitle: 'Cancel',
  cancelLead: (date: string) =>
    `At the end of the period you keep everything until ${date} and are not charged again.`,
  cancelEarlier: 'You need not wait: it can also end now.',
  cancelAtEnd: 'Cancel at period end',
  cancelNow: 'Cancel now',
  cancelAsk: 'Cancel your subscription?',
  cancelAtEndText: (date: string) => `You keep access until ${date}, and your card is not charged again.`,
  cancelNowText: (date: string) =>
    `Your access will be lost immediately. You can also wait until ${date}, the day before your billing day, and cancel then.`,
  keep: 'Keep it',
  canceledAtEnd: (date: string) => `Your subscription ends on ${date}.`,
  canceledNow: 'Your subscription is canceled.',
  cancelFailed: (email: string) =>
    `Uh oh, something went wrong.  Please send an email to ${email} to cancel your subscription.`,
  pastDue:
    "We've been unable to bill your card on file. Please update your card below to avoid your subscription being canceled for non-payment.",
  pastDueLink: 'Update your card',
  canceled: 'Your subscription is no longer active',
  canceledText: (kept: string) => `Choose a plan to begin again. ${kept}`,
  pending:
    'Nothing is paid for this period yet: your first payment is under way, which can take a day, or your subscription is paused. Until it is paid you have what the free plan has.',
  inProgress: 'The payment provider is still working on your last request. Reload this page in a moment.',
  noSubscriptionTitle: 'Bummer :(',
  noSubscription: "Uh oh, you don't currently have a subscription.",
  paymentFailed: 'Payment failed',
  changeFailed: 'The plan was not changed',
  previewFailed: 'This change is not possible now',
  adminNote: 'Only the owner of the account can change the plan and the card.',
  invoices: 'Invoices',
  invoiceList: 'List of invoices',
  noInvoices: 'No invoice yet.',
  invoice: 'Invoice',
  invoicePdf: (number: string) => `${number} (PDF)`,
  date: 'Date',
  amount: 'Amount',
  state: 'State',
  what: 'For',
  states: {
    pending: 'Under way',
    paid: 'Paid',
    past_due: 'Past due',
    failed: 'Failed',
    voided: 'Voided',
  },
} as const

const change = {
  title: 'Change plan',
  heading: 'Change your plan',
  lead: 'It takes effect at once. You pay or get back only the rest of this period.',
  show: 'Show what it costs',
  previewLabel: 'What the change costs',
  charge: (plan: string, date: string) => `${plan} until ${date}`,
  credit: (plan: string) => `Given back of ${plan}`,
  due: 'Charged today',
  afterwards: (price: string, date: string) => `From ${date} on, ${price} per month.`,
  creditLeft: (amount: string) => `${amount} stays on your account for the next charges.`,
  leadsNow: 'Leads added now',
  leadsBack: 'Unspent leads taken back',
  leadsMonthly: (leads: string, date: string) =>
    `Leads follow the money: you pay for the rest of this period and get the same share of its leads. From ${date} on, ${leads} leads come with each payment.`,
  toFree: 'Your paid plan ends at once, and no money is given back.',
  leadsEnd: (leads: string) => `The ${leads} unspent leads of your paid plan end with it.`,
  confirm: 'Change now',
  changed: (plan: string) => `You are on ${plan} now.`,
  back: 'Back to billing',
} as const

export const billingTexts = { plans, steps, card, human, billing, change } as const

export type BillingTexts = typeof billingTexts

/** What each site says of its own plans. */
export type PricingTexts = Readonly<Record<'title' | 'description' | 'heading' | 'lead', string>>
