import { AppError } from '@freeor/kernel/errors'
import type { ClientAuth, Configuration, IDToken } from 'openid-client'
import { emailInput, personNameInput } from '../../schema.ts'
import type { AuthorizationAnswer, AuthorizationRequest, IdentityProvider, ProvenIdentity } from '../ports.ts'
import { isIssuerOf, isMicrosoft } from '../presets.ts'
import { boundedFetch } from './bounded-fetch.ts'

export type OpenIdSettings = {
  readonly id: string
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Loaded at first use: most servers have no provider. */
const library = () => import('openid-client')

const scope = 'openid email profile'
/** New addresses or keys of a provider are used after this time at the latest. */
const discoveryMs = 60 * 60_000
/** As long as a re-authentication counts. */
const freshSeconds = 10 * 60

/**
 * A provider by OpenID Connect: authorization code with PKCE, state and nonce. Its description is read at first use, so
 * a provider that is down does not stop the server from starting.
 */
export function openIdProvider(settings: OpenIdSettings): IdentityProvider {
  const { id, label, issuer } = settings
  const configuration = discoverOnce(settings)
  return {
    id,
    label,
    owns: (other) => isIssuerOf(issuer, other),
    authorizationUrl: async (request) => await authorizationUrl(await configuration(), request),
    readIdentity: async (answer) => await readIdentity(settings, await configuration(), answer),
  }
}

/** Reads the provider's description once an hour; while it cannot be read, the last one is used. */
function discoverOnce(settings: OpenIdSettings): () => Promise<Configuration> {
  let known: { readonly configuration: Configuration; readonly at: number } | undefined
  let asking: Promise<Configuration> | undefined
  const ask = async () => {
    try {
      const configuration = await discover(settings)
      known = { configuration, at: Date.now() }
      return configuration
    } catch (cause) {
      if (!known) throw providerAway(settings, cause)
      // So that not every log-in asks again.
      known = { ...known, at: Date.now() }
      return known.configuration
    } finally {
      asking = undefined
    }
  }
  return async () => {
    if (known && Date.now() - known.at < discoveryMs) return known.configuration
    asking ??= ask()
    return await asking
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const client = await library()
  const isPlain = new URL(issuer).protocol === 'http:'
  return await client.discovery(new URL(issuer), clientId, clientSecret, await clientAuth(), {
    timeout: 10,
    [client.customFetch]: boundedFetch,
    // Without it the library trusts TLS instead of the token's signature.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  })
}

/** The secret goes into the body where the provider says that it takes it there, else into the header, the default. */
async function clientAuth(): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const [inBody, inHeader] = [ClientSecretPost(), ClientSecretBasic()]
  return (server, ...rest) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesBody ? inBody : inHeader)(server, ...rest)
  }
}

async function authorizationUrl(
  configuration: Configuration,
  { redirectUri, state, nonce, verifier, isAgain }: AuthorizationRequest,
): Promise<string> {
  const client = await library()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Providers that do not support `max_age` may still give the time when it is requested by name.
    ...(isAgain && {
      prompt: 'login',
      max_age: String(freshSeconds),
      claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
    }),
  })
  return url.href
}

async function readIdentity(
  settings: OpenIdSettings,
  configuration: Configuration,
  answer: AuthorizationAnswer,
): Promise<ProvenIdentity> {
  const client = await library()
  const { redirectUri, parameters, state, nonce, verifier } = answer
  const url = new URL(redirectUri)
  url.search = parameters
  try {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw identityRefused(settings)
    const { userinfo_endpoint: hasMore } = configuration.serverMetadata()
    const more =
      claims.email === undefined && hasMore
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    return identityOf(settings, { ...more, ...claims })
  } catch (error) {
    throw await refusalOf(settings, error)
  }
}

function identityOf(settings: OpenIdSettings, claims: IDToken): ProvenIdentity {
  const { iss, sub, auth_time: authenticated } = claims
  // The operator may change the issuer of a provider and keep its id: what it signed for another issuer is not its own.
  if (!isIssuerOf(settings.issuer, iss)) throw identityRefused(settings)
  const email = emailInput.safeParse(claims.email)
  const name = personNameInput.safeParse(claims.name)
  return {
    issuer: iss,
    subject: sub,
    email: email.success ? email.data : undefined,
    isEmailVerified: claims.email_verified === true || (isMicrosoft(iss) && isDomainOwnerVerified(claims)),
    name: name.success ? name.data : '',
    authenticatedAt: typeof authenticated === 'number' ? new Date(authenticated * 1000) : undefined,
  }
}

/**
 * Microsoft never sends `email_verified`. Its optional claim `xms_edov` says that the owner of the address's domain has
 * confirmed it; without it anybody with a tenant may write any address into their account.
 */
const isDomainOwnerVerified = ({ xms_edov: vouched }: IDToken): boolean =>
  vouched === true || vouched === 1 || vouched === '1' || vouched === 'true'

const providerAway = ({ label }: OpenIdSettings, cause: unknown) =>
  new AppError(
    'unavailable',
    `${label} cannot be reached right now. Please try again, or log in another way.`,
    {
      cause,
    },
  )

const identityRefused = ({ label }: OpenIdSettings, cause?: unknown) =>
  new AppError('invalid_request', `Logging in with ${label} did not work. Please try again.`, { cause })

/** What a failure means to the user. The provider's own words are not shown: anybody can write them into a link. */
async function refusalOf(settings: OpenIdSettings, error: unknown): Promise<AppError> {
  if (error instanceof AppError) return error
  const { AuthorizationResponseError } = await library()
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new AppError('invalid_request', `You did not go on with ${settings.label}.`)
  return isOutOfReach(error) ? providerAway(settings, error) : identityRefused(settings, error)
}

/** No connection, no answer in time, or an error of the provider's own. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}
