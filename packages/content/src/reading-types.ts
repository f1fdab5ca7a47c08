/** The types of the reading list, by the specification. Without zod, as forms in the browser have them too. */
export const readingTypes = ['Books', 'Articles', 'Cases'] as const
