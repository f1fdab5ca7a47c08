import { accountTexts } from '@freeor/ui/account-texts'
import { billingTexts, downloadTexts, homeTexts, savedTexts } from './texts/account.ts'
import { adminTexts } from './texts/admin.ts'
import { geographyTexts, mapTexts, searchTexts } from './texts/search.ts'
import { landingTexts, loginTexts, pricingTexts, resetTexts, signupTexts } from './texts/visitors.ts'

/** Every word of the Leads site that is not data. */
export const texts = {
  account: accountTexts,
  brand: 'Freeor Leads',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  footerNavigation: 'Small print',
  switchColors: 'Switch between light and dark',
  titleOf: (page: string) => `${page} · Freeor Leads`,
  nav: {
    search: 'Search',
    pricing: 'Pricing',
    imports: 'Imports',
    mail: 'Mail',
    login: 'Login',
    signup: 'Sign up',
    logout: 'Log out',
    terms: 'Terms',
    privacy: 'Privacy',
    leadsRemaining: (count: string) => `${count} leads remaining`,
  },
  landing: landingTexts,
  login: loginTexts,
  signup: signupTexts,
  reset: resetTexts,
  pricing: pricingTexts,
  search: searchTexts,
  geography: geographyTexts,
  map: mapTexts,
  saved: savedTexts,
  downloads: downloadTexts,
  home: homeTexts,
  billing: billingTexts,
  admin: adminTexts,
  leave: {
    title: 'Leave this page?',
    text: 'What you changed here is not kept.',
    go: 'Leave',
    stay: 'Stay here',
  },
  states: {
    loading: 'Getting your account information. Hold tight!',
    notFound: "Uh oh, there's nothing here :(",
    backHome: 'Back to civilization',
    pleaseLogin: 'Please Login to View this Page',
    memberLogin: 'Member Login',
    noSubscription: 'No subscription yet',
    noSubscriptionText: (email: string) =>
      `it doesn't look like you have a subscription with us under the email ${email}`,
    signup: 'Signup',
    wrong: 'Something went wrong :(',
    writeTo: 'If it keeps happening, write to',
    quote: 'and quote',
    tryAgain: 'Try again',
  },
} as const
