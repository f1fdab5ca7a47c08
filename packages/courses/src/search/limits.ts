/** Characters of a search; longer ones have no better answers. */
export const longestSearch = 200
