/** The public sites. The packages and applications of a site define what differs between them; nothing does so here. */
export const sites = ['leads', 'courses'] as const

export type Site = (typeof sites)[number]

/** The name of a site as people know it. */
export const siteTitles: Readonly<Record<Site, string>> = { leads: 'Leads', courses: 'Courses' }

/** Whether a text names a site. */
export const isSite = (text: string): text is Site => sites.some((site) => site === text)
