/** Whether a path is one of these or below one of them; `/org` has `/org/people` below it, and not `/organ`. */
export const isUnderPath = (starts: readonly string[], pathname: string): boolean =>
  starts.some((start) => pathname === start || pathname.startsWith(`${start}/`))
