import { openIdProvider } from '@freeor/accounts/identities/adapters/openid-provider'
import type { OpenIdIssuer } from '@freeor/testing/openid-issuer'
import { createApp } from '../app.ts'
import { coursesUrl, type House, leadsUrl } from './house.ts'

/** Where the issuer sends browsers back to, for a provider `acme`. */
export const redirectUris = [leadsUrl, coursesUrl].map((origin) => `${origin}/login/acme`)

/** The house with this issuer set up as `acme`; for its pages and its calls. */
export function houseWithProvider(house: House, { url, clientId, clientSecret }: OpenIdIssuer): House {
  const provider = openIdProvider({ id: 'acme', label: 'Acme', issuer: url, clientId, clientSecret })
  const auth = { ...house.deps.auth, identityProviders: [provider] }
  const composed = {
    ...house.composed,
    deps: { ...house.composed.deps, auth },
    sites: house.composed.sites.map((site) => ({ ...site, deps: { ...site.deps, auth } })),
  }
  return { ...house, deps: { ...house.deps, auth }, composed, app: createApp(composed, { pages: {} }) }
}
