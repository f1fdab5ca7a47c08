import type { Site } from '../site.ts'

/** Where the steps after a new account are. */
export const subscribePath = '/_subscribe'

/**
 * Where somebody without a subscription is sent: signing up leads on to the plans where everybody chooses one; elsewhere
 * it would lead home.
 */
export const beginPath = ({ asksPlanAtSignup }: Pick<Site, 'asksPlanAtSignup'>): string =>
  asksPlanAtSignup ? '/signup' : subscribePath
