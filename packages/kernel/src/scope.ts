declare const brand: unique symbol

/** Roles of a person in a company. `owner` is the account admin; `viewer` searches and looks only. */
export type CompanyRole = 'owner' | 'admin' | 'member' | 'viewer'

/**
 * The proof that a person may act inside a company. Reading tenant data takes one.
 * Minted only by `@freeor/accounts/scope`; the boundary check refuses the cast anywhere else.
 */
export type CompanyScope = {
  readonly companyId: string
  readonly userId: string
  readonly role: CompanyRole
  readonly [brand]: 'CompanyScope'
}

/** The proof that the actor is a super admin and not impersonating anyone. */
export type SuperAdminScope = {
  readonly userId: string
  readonly [brand]: 'SuperAdminScope'
}
