/**
 * The minimum length of a password. Forms show it; it is in a file of its own so that a page does not bundle anything
 * else.
 */
export const passwordMinimumLength = 8
export const passwordMaximumLength = 128
