import { openIdProvider } from '@freeor/accounts/identities/adapters/openid-provider'
import type { OpenIdIssuer } from '@freeor/testing/openid-issuer'
import { createApp } from '../app.ts'
import { coursesUrl, leadsUrl, type TestSystem } from './test-system.ts'

/** Where the issuer sends browsers back to, for a provider `acme`. */
export const redirectUris = [leadsUrl, coursesUrl].map((origin) => `${origin}/login/acme`)

/** The system with this issuer set up as `acme`; for its pages and its calls. */
export function systemWithProvider(
  system: TestSystem,
  { url, clientId, clientSecret }: OpenIdIssuer,
): TestSystem {
  const provider = openIdProvider({ id: 'acme', label: 'Acme', issuer: url, clientId, clientSecret })
  const auth = { ...system.deps.auth, identityProviders: [provider] }
  const composed = {
    ...system.composed,
    deps: { ...system.composed.deps, auth },
    sites: system.composed.sites.map((site) => ({ ...site, deps: { ...site.deps, auth } })),
  }
  return { ...system, deps: { ...system.deps, auth }, composed, app: createApp(composed, { pages: {} }) }
}
