/** The pages that anybody may read, as search engines are told of them. */
export const publicPaths = [
  '/',
  '/how-it-works',
  '/reading-list',
  '/about',
  '/get-involved',
  '/recommend-lecturer',
  '/share-lessons',
  '/faq',
  '/contact',
  '/support',
  '/pricing',
  '/terms',
  '/privacy',
] as const

/** Pages that are one person's, or of no use to a search engine. */
export const closedPaths = [
  '/api/',
  '/settings',
  '/admin',
  '/org',
  '/quiz',
  '/quizzes',
  '/_subscribe',
] as const
