import type { Site } from '@freeor/site-frame/site'
import { EmptyShelf, LockedBook, TornPage } from './components/pictures.tsx'
import { SiteFrame } from './frame/site-frame.tsx'
import { plans } from './plans.ts'
import { documentPath } from './public/document-path.ts'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

/** What makes this site the Courses site, for the pages it shares with the other site. */
export const site: Site = {
  name: 'courses',
  plans,
  texts,
  theme,
  home: '/intro',
  accountPages: [
    '/courses',
    '/course',
    '/lesson',
    '/lessons',
    '/intro',
    '/quizzes',
    '/quiz',
    '/review',
    '/org',
    '/progress',
    '/settings',
    '/admin',
    '/_subscribe',
  ],
  afterPasswordChange: '/settings/profile',
  asksOrganization: true,
  organizationNote: texts.profileNote,
  keyScopes: ['account', 'learning'],
  ownAdminPages: [],
  ownSettingsPages: [],
  afterPlan: { path: '/courses', ...texts.afterPlan },
  asksPlanAtSignup: false,
  asksProofToEnter: true,
  documentPath,
  Frame: SiteFrame,
  pictures: { nothing: EmptyShelf, locked: LockedBook, broken: TornPage },
}
