/** The pages of the admin area that every site has, in their order, each at `/admin/{id}`. */
export const adminPages = [
  'users',
  'companies',
  'subscriptions',
  'content',
  'audit',
  'errors',
  'jobs',
  'status',
  'mail',
] as const

export type AdminPage = (typeof adminPages)[number]
