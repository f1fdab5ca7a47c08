import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import { downloadTexts, homeTexts, inAccountTexts, ledgerTexts, savedTexts } from './texts/account.ts'
import { alertTexts } from './texts/alerts.ts'
import { compareTexts } from './texts/compare.ts'
import { doNotCallTexts } from './texts/do-not-call.ts'
import { dropTexts } from './texts/drop.ts'
import { duplicateTexts } from './texts/duplicates.ts'
import { importTexts } from './texts/imports.ts'
import { leadTexts } from './texts/lead.ts'
import { optOutTexts } from './texts/opt-outs.ts'
import { ownListTexts } from './texts/own-lists.ts'
import { plotTexts } from './texts/plots.ts'
import { qualityTexts } from './texts/quality.ts'
import { geographyTexts, mapTexts, searchTexts } from './texts/search.ts'
import { sharedTexts, shareTexts } from './texts/shares.ts'
import { spendingTexts } from './texts/spending.ts'
import { suppressionTexts } from './texts/suppression.ts'
import { landingTexts, loginTexts, pricingTexts, resetTexts, signupTexts } from './texts/visitors.ts'
import { webhookTexts } from './texts/webhooks.ts'

/** Every word of the Leads site that is not data. */
export const texts = {
  ...pageTexts,
  brand: 'Freeor Leads',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  footerNavigation: 'Small print',
  switchColors: 'Switch between light and dark',
  description: landingTexts.description,
  shareImage: 'A map of leads by state, beside their count',
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
    leadsRemaining: (count: string) => (count === '1' ? '1 lead remaining' : `${count} leads remaining`),
  },
  inAccount: inAccountTexts,
  spending: spendingTexts,
  webhooks: webhookTexts,
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
  doNotCall: doNotCallTexts,
  alerts: alertTexts,
  compare: compareTexts,
  quality: qualityTexts,
  plots: plotTexts,
  share: shareTexts,
  shared: sharedTexts,
  duplicates: duplicateTexts,
  suppression: suppressionTexts,
  lead: leadTexts,
  optOuts: optOutTexts,
  ownLists: ownListTexts,
  drop: dropTexts,
  home: homeTexts,
  ledger: ledgerTexts,
  imports: importTexts,
  undo: { undo: 'Undo', close: 'Close' },
} as const
