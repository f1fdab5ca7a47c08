import { sans, siteTheme } from '@freeor/ui/theme'

/** Leads: an instrument. Graphite, one deep green accent, small corners. */
export const theme = siteTheme({
  accent: [
    '#e6f6f2',
    '#cbeae2',
    '#9fd8cb',
    '#6ec4b2',
    '#45b09b',
    '#259a85',
    '#12846f',
    '#0b7361',
    '#086152',
    '#064c41',
  ],
  fontFamily: sans,
  headingFamily: sans,
  headingWeight: '650',
  radius: 'sm',
})
