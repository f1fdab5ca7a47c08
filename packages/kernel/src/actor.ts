/** Who makes the request, as the HTTP layer resolved it from the session cookie or the bearer token. */
export type AnonymousActor = { readonly kind: 'anonymous' }

export type UserActor = {
  readonly kind: 'user'
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
  readonly superAdmin: boolean
  readonly sessionId: string
  /** Their address or their telephone number is proven. Loaded with the session. */
  readonly verified?: boolean
  /** When they last re-authenticated in this session. */
  readonly reauthenticatedAt?: Date
  /** Set when a program calls with a key of theirs; it may do what the key's scopes allow. `sessionId` is the key's. */
  readonly apiKey?: { readonly id: string; readonly scopes: readonly string[] }
  /** The super admin behind an impersonated session. */
  readonly impersonatedBy?: string
}

export type Actor = AnonymousActor | UserActor

export const anonymous: AnonymousActor = { kind: 'anonymous' }
