/** The public sites. What differs between them is said by the packages and applications of a site, never here. */
export const sites = ['leads', 'courses'] as const

export type Site = (typeof sites)[number]

/** Whether a text names a site. */
export const isSite = (text: string): text is Site => sites.some((site) => site === text)
