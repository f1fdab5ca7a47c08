/** Whether nothing answered, in the words of any browser: each has a message of its own. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
