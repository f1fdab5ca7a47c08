import {
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core'

/** What one site of the family chooses; the rest is the family's. */
export type SiteLook = {
  /** Ten shades, lightest first. Shade 8 must give 4.5:1 with white. */
  accent: MantineColorsTuple
  fontFamily: string
  headingFamily: string
  headingWeight: string
  radius: 'xs' | 'sm' | 'md'
}

/** The family's sans. Its fallback takes the same space. */
export const sans = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"

/** The family's serif, for reading. */
export const serif = "'Source Serif 4 Variable', 'Source Serif Fallback', Georgia, serif"

const family = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    // Their <header> is no second banner of the page.
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
})

/** The family's theme in one site's colours, type and corners. */
export function siteTheme(look: SiteLook): MantineThemeOverride {
  return mergeThemeOverrides(family, {
    colors: { accent: look.accent },
    fontFamily: look.fontFamily,
    headings: {
      fontFamily: look.headingFamily,
      fontWeight: look.headingWeight,
      sizes: {
        h1: { fontSize: 'clamp(1.75rem, 1.2rem + 2.2vw, 2.75rem)', lineHeight: '1.12' },
        h2: { fontSize: '1.375rem', lineHeight: '1.25' },
        h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      },
    },
    defaultRadius: look.radius,
  })
}
