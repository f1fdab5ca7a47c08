import type { Site } from '@freeor/site-frame/site'
import { EmptyPlain, LockedHex, TornMap } from './components/pictures.tsx'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

/** What makes this site the Leads site, for the pages it shares with its sister. */
export const site: Site = {
  texts,
  theme,
  home: '/search',
  accountPages: ['/search', '/_search', '/settings', '/admin'],
  pictures: { nothing: EmptyPlain, locked: LockedHex, broken: TornMap },
}
