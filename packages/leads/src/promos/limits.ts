/** Free leads are granted over this many days at most up to the monthly sum. */
export const promoDays = 30

/** Leads of a promotion last so long. */
export const promoLastsDays = 365
