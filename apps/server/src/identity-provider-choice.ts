import type { OpenIdSettings } from '@freeor/accounts/identities/adapters/openid-provider'
import { issuerProblem, providerPresets } from '@freeor/accounts/identities/presets'
import { providerIdPattern } from '@freeor/accounts/identities/schema'

type Variables = Readonly<Record<string, string | undefined>>

/** A provider's label is the text of a button. */
const mostLabelLength = 30

/**
 * The identity providers that `OIDC_PROVIDERS` names, each by its own variables: `OIDC_<ID>_CLIENT_ID` and the like.
 * @param variables without empty ones
 * @param refuse throws the sentence that says which variable to set to what
 */
export function chooseIdentityProviders(
  variables: Variables,
  refuse: (sentence: string) => never,
): readonly OpenIdSettings[] {
  const ids = (variables.OIDC_PROVIDERS ?? '').split(',').flatMap((part) => part.trim() || [])
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at)
  if (repeated !== undefined) refuse(`OIDC_PROVIDERS names ${repeated} twice`)
  return ids.map((id) => {
    if (!providerIdPattern.test(id))
      refuse(
        `OIDC_PROVIDERS names providers by small letters, digits and _, separated by commas, like google,acme; not ${id}`,
      )
    return readProvider(id, variables, refuse)
  })
}

function readProvider(id: string, variables: Variables, refuse: (sentence: string) => never): OpenIdSettings {
  const nameOf = (what: string) => `OIDC_${id.toUpperCase()}_${what}`
  const preset = Object.hasOwn(providerPresets, id) ? providerPresets[id] : undefined
  const read = (what: string, fallback?: string): string => {
    const value = variables[nameOf(what)]?.trim() || fallback
    return value ?? refuse(`OIDC_PROVIDERS=…${id}… needs ${nameOf(what)}`)
  }
  const issuer = read('ISSUER', preset?.issuer)
  const problem = issuerProblem(issuer)
  if (problem) refuse(`${nameOf('ISSUER')}=${issuer} ${problem}`)
  const label = read('LABEL', preset?.label)
  if (label.length > mostLabelLength)
    refuse(`${nameOf('LABEL')} stands on a button: at most ${mostLabelLength} characters`)
  return { id, label, issuer, clientId: read('CLIENT_ID'), clientSecret: read('CLIENT_SECRET') }
}
