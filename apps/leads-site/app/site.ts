import type { Site } from '@freeor/site-frame/site'
import { EmptyPlain, LockedHex, TornMap } from './components/pictures.tsx'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

/** What makes this site the Leads site, for the pages it shares with its sister. */
export const site: Site = {
  name: 'leads',
  texts,
  theme,
  home: '/search',
  accountPages: ['/search', '/_search', '/settings', '/_subscribe', '/admin'],
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
  afterPasswordChange: '/search',
  asksOrganization: false,
  adminPages: ['users', 'companies', 'subscriptions', 'audit', 'errors', 'jobs', 'mail', 'imports'],
  pictures: { nothing: EmptyPlain, locked: LockedHex, broken: TornMap },
}
