/** Characters of a search's name. */
const LONGEST = 120

/** The name of a copy: cut so that it is no longer than a name may be. */
export const copyName = (name: string): string => `Copy of ${name}`.slice(0, LONGEST)
