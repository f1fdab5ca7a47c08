/** The largest file, in bytes. */
export const mostImportBytes = 10_000_000
