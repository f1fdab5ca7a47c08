/** The first two are the specification's words, shown by the form and answered by the server. */
export const savedSearchTexts = {
  needsName: 'Please name your search before saving.',
  needsGeography: 'Select a geography to save this search',
  changedMeanwhile: 'This search was changed meanwhile. Look at it, and save again.',
} as const
