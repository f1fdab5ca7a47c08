/** The settings of a provider besides the id and secret that it gave for this server. */
export type ProviderPreset = {
  readonly label: string
  readonly issuer: string
}

/** Providers that need no more than the id and the secret. */
export const providerPresets: Readonly<Record<string, ProviderPreset>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  // For work, school and personal accounts; OIDC_MICROSOFT_ISSUER narrows it to one tenant.
  microsoft: { label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
}

const microsoftHost = 'https://login.microsoftonline.com'
const anyTenant = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0\/?$/
const oneTenant = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/

/** Whether it is Microsoft, which has its own claim for whether an address is proven. */
export const isMicrosoft = (issuer: string): boolean => issuer.startsWith(`${microsoftHost}/`)

/**
 * Whether a token of `issuer` is from the provider that is set up as `configured`. Microsoft's addresses for more than
 * one tenant match the issuers of every tenant.
 */
export function isIssuerOf(configured: string, issuer: string): boolean {
  if (anyTenant.test(configured)) return oneTenant.test(issuer)
  return withoutSlash(configured) === withoutSlash(issuer)
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** What is wrong with an issuer; undefined when nothing is. Plain http is allowed on loopback only. */
export function issuerProblem(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return 'must be an address like https://login.example.com'
  const { protocol, hostname, search, hash, username } = new URL(issuer)
  if (search || hash || username) return 'must be an address without query, fragment or user'
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) return 'must begin with https://'
  if (isMicrosoft(issuer) && !anyTenant.test(issuer) && !oneTenant.test(withoutSlash(issuer)))
    return 'must be like https://login.microsoftonline.com/common/v2.0, or with the id of a tenant in place of common'
  return undefined
}
