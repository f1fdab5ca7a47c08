/** Downloads above a member's limit that are asked for. */
export const approvalLimits = {
  /** After that a request nobody decided on is expired. */
  openDays: 14,
  /** Of a member. Each is a mail to everybody who may decide. */
  askedInADay: 20,
} as const
