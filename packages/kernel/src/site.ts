/** The public sites. What differs between them is said by the packages and applications of a site, never here. */
export const sites = ['leads', 'courses'] as const

export type Site = (typeof sites)[number]

/** What people call a site. */
export const siteTitles: Readonly<Record<Site, string>> = { leads: 'Leads', courses: 'Courses' }

/** Whether a text names a site. */
export const isSite = (text: string): text is Site => sites.some((site) => site === text)
