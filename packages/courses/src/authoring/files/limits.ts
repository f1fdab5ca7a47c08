/** Of one file. */
export const mostFileBytes = 200 * 1024 ** 2
/** Of all files of an account together. */
export const mostAccountBytes = 2 * 1024 ** 3
/** Uploads of a user that are not finished. They are forgotten after a day. */
export const mostOpenUploads = 10
/** So much of a file is looked at to tell what it is. */
export const sniffedBytes = 4096
