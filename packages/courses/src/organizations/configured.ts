/** The choice of a profile that lets a name be typed. */
const other = 'Other'

/** The configured organizations among the choices of a profile, the last of which is Other. */
export const configuredIn = (choices: readonly string[]): readonly string[] =>
  choices.filter((name) => name !== other)
