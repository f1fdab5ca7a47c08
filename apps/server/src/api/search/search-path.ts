/** What searches of a dataset are asked below, by POST. Alone here: servers without Leads know the path as well. */
export const searchPath = '/api/search/'
