/** The verification step, which leads on to `next` afterwards. */
export const verifyPath = (next: string): string => `/verify_account?next=${encodeURIComponent(next)}`

/** The same for an action that needs a proven address: a telephone number is not enough. */
export const proveAddressPath = (next: string): string => `${verifyPath(next)}&proof=email`
