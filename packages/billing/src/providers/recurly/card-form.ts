/** Recurly.js tells the data centres apart by this prefix of the public key, and so do we. */
export const isEuropean = (publicKey: string): boolean => publicKey.startsWith('fra-')

/**
 * What a page's content security policy must allow for Recurly's card fields. For a page that says
 * `recurly.configure({ publicKey, cors: true })`: without `cors`, Recurly.js asks by loading scripts from its API.
 */
export function recurlyContentSources(publicKey: string) {
  const api = isEuropean(publicKey) ? 'https://api.eu.recurly.com' : 'https://api.recurly.com'
  return { scriptSrc: ['https://js.recurly.com'], frameSrc: [api], connectSrc: [api] } as const
}
