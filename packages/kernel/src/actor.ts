/** Who is asking, as the HTTP layer resolved it from the session cookie or the bearer token. */
export type AnonymousActor = { readonly kind: 'anonymous' }

export type UserActor = {
  readonly kind: 'user'
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
  readonly superAdmin: boolean
  readonly sessionId: string
  /** The super admin behind an impersonated session. */
  readonly impersonatedBy?: string
}

export type Actor = AnonymousActor | UserActor

export const anonymous: AnonymousActor = { kind: 'anonymous' }
