/** Words of the super admin's page of promo records. */
export const promoTexts = {
  title: 'Promos',
  lead: 'Free leads that accounts got for sharing searches by mail: once for each person who is written to.',
  search: 'Account or address',
  find: 'Search',
  table: 'Promo records',
  columns: ['When', 'Account', 'Who shared', 'Leads', 'For', 'Code'],
  none: 'Nobody has got free leads yet.',
  notFound: (q: string) => `No promo record has “${q}” in it.`,
  deleted: 'A deleted account',
  forgotten: 'Addresses of a deleted account',
  older: 'Older ones',
} as const
