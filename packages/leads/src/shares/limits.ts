/** Of share links. */
export const shareLimits = {
  /** How long a link may live where the company has no rule of its own, and how long any company may let it. */
  days: { unlessRuled: 90, most: 365, unlessTold: 30 },
  /** Live links of one company. */
  links: 1_000,
  /** Wrong passwords for one link, in so many seconds. */
  passwordAttempts: { max: 10, seconds: 900 },
  /** How long a counted visit may go on looking, in milliseconds. */
  passMs: 30 * 60_000,
  /** Rows that the page of a link shows. */
  rows: 10,
} as const
