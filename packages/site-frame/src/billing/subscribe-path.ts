/** Where the steps after a new account are. */
export const subscribePath = '/_subscribe'
