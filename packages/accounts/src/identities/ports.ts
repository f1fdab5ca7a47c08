/**
 * Who an identity provider says somebody is. Only the issuer and the subject together name a user there, and never
 * change.
 */
export type Identity = {
  readonly issuer: string
  readonly subject: string
}

export type ProvenIdentity = Identity & {
  /** In lower case; undefined where the provider gives none, or an invalid one. */
  readonly email: string | undefined
  /** The provider says that the address is theirs. */
  readonly isEmailVerified: boolean
  /** Their name there; empty where it is not allowed as a name here. */
  readonly name: string
  /** When they last typed their password there, or its substitute; undefined where the provider does not say. */
  readonly authenticatedAt: Date | undefined
}

/** What binds an answer of a provider to the request that asked for it. */
export type RequestSecrets = {
  readonly state: string
  readonly nonce: string
  /** PKCE's. */
  readonly verifier: string
}

export type AuthorizationRequest = RequestSecrets & {
  readonly redirectUri: string
  /** Asks for the password there even when the user is logged in there. */
  readonly isAgain: boolean
}

export type AuthorizationAnswer = AuthorizationRequest & {
  /** The query string that the browser came back with. */
  readonly parameters: string
}

/** A company or product whose accounts people may log in with, by OpenID Connect. */
export interface IdentityProvider {
  /** Its id in addresses. */
  readonly id: string
  /** As people know it, e.g. `Google`. */
  readonly label: string
  /** Whether identities of this issuer are this provider's. */
  owns(issuer: string): boolean
  /** Where a browser is sent. @throws AppError unavailable when the provider cannot be reached */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /**
   * Asks the provider who came back.
   * @throws AppError unavailable when it cannot be reached; invalid_request when the person did not agree, or for an
   *   answer that does not fit the request
   */
  readIdentity(answer: AuthorizationAnswer): Promise<ProvenIdentity>
}
