/** The name by which shared layers refer to Leads. */
export const leadsSite = 'leads'
