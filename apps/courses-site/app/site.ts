import type { Site } from '@freeor/site-frame/site'
import { EmptyShelf, LockedBook, TornPage } from './components/pictures.tsx'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

/** What makes this site the Courses site, for the pages it shares with its sister. */
export const site: Site = {
  name: 'courses',
  texts,
  theme,
  home: '/',
  accountPages: [
    '/courses',
    '/course',
    '/lesson',
    '/lessons',
    '/intro',
    '/quizzes',
    '/quiz',
    '/org',
    '/settings',
    '/admin',
    '/_subscribe',
  ],
  settingsPanes: [
    'profile',
    'update_email',
    'change_password',
    'two_factor',
    'sessions',
    'company',
    'people',
    'billing',
    'api_keys',
    'delete_account',
  ],
  afterPasswordChange: '/settings/profile',
  asksOrganization: true,
  adminPages: ['users', 'companies', 'subscriptions', 'audit', 'errors', 'jobs', 'mail'],
  pictures: { nothing: EmptyShelf, locked: LockedBook, broken: TornPage },
}
