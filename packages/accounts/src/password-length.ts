/** What a password must have at least. Forms say it from here; it stands apart so that a page takes nothing else along. */
export const passwordMinimumLength = 8
export const passwordMaximumLength = 128
