/** The pattern of LIKE for a text that has this one in it, whatever signs it has. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
