/** How shared layers call Leads. */
export const leadsSite = 'leads'
