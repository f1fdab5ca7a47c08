import type { Site } from '@freeor/site-frame/site'
import { plans } from './billing/plans.ts'
import { EmptyPlain, LockedHex, TornMap } from './components/pictures.tsx'
import { SiteFrame } from './components/site-frame.tsx'
import { promoTexts } from './texts/promos.ts'
import { reportTexts } from './texts/reports.ts'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

/** What makes this site the Leads site, for the pages it shares with the other site. */
export const site: Site = {
  name: 'leads',
  plans,
  texts,
  theme,
  home: '/search',
  accountPages: ['/search', '/_search', '/lead', '/share/email', '/settings', '/_subscribe', '/admin'],
  afterPasswordChange: '/search',
  asksOrganization: false,
  ownAdminPages: [
    { to: '/admin/reports', label: reportTexts.reports },
    { to: '/admin/promos', label: promoTexts.title },
    { to: '/admin/imports', label: texts.imports.imports },
    { to: '/admin/opt-outs', label: texts.optOuts.title },
    { to: '/admin/drop', label: texts.drop.title },
  ],
  ownSettingsPages: [
    { to: '/settings/reports', label: reportTexts.own, right: 'searches.read' },
    { to: '/settings/spending', label: texts.spending.title, right: 'downloads.order' },
    { to: '/settings/webhooks', label: texts.webhooks.title, right: 'webhooks.manage' },
  ],
  asksPlanAtSignup: true,
  asksProofToEnter: false,
  documentPath: (_, key) => `/${key}`,
  Frame: SiteFrame,
  pictures: { nothing: EmptyPlain, locked: LockedHex, broken: TornMap },
}
