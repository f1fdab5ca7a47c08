/** The colours of cards, courses and lessons, by the specification. Without zod, as forms in the browser have them too. */
export const themeColors = [
  'light',
  'primary',
  'secondary',
  'success',
  'info',
  'danger',
  'warning',
  'dark',
] as const
