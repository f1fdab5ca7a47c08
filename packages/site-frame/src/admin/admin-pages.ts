/** The pages of the admin area, in their order, each at `/admin/{id}`. */
export const adminPages = [
  'users',
  'companies',
  'subscriptions',
  'audit',
  'errors',
  'jobs',
  'mail',
  'imports',
] as const

export type AdminPage = (typeof adminPages)[number]
