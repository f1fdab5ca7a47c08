const ADDRESS = /@|%40/i
const LONGEST_SEGMENT = 80

/**
 * A path as it may be logged. Some calls take an email address in theirs, and anybody may type one, or what is
 * worse, into one of ours.
 */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (ADDRESS.test(segment) ? '[email]' : segment.slice(0, LONGEST_SEGMENT)))
    .join('/')
