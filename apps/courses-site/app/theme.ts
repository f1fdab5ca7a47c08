import { sans, serif, siteTheme } from '@freeor/ui/theme'

/** Courses: a library. Serif for reading, paper tones, an oxblood accent, larger corners and targets. */
export const theme = siteTheme({
  accent: [
    '#fbeeec',
    '#f3d9d6',
    '#e5b2ad',
    '#d68a82',
    '#c9665e',
    '#bb4e47',
    '#a63f3a',
    '#8f332f',
    '#7a2a28',
    '#5f1f1e',
  ],
  fontFamily: sans,
  headingFamily: serif,
  headingWeight: '600',
  radius: 'md',
})
