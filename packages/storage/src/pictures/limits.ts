/** Of an upload. */
export const mostImageBytes = 10 * 1024 ** 2
/** A drawing of this size, most of it paths, takes its thread some tens of milliseconds. */
export const mostSvgBytes = 256 * 1024
/** Elements and comments: each takes the thread some 25 microseconds, however small it is. */
export const mostSvgParts = 8_000
/** Groups inside of each other: reading looks through all of them at each begin and end of one. */
export const mostSvgDepth = 200
/** Of all frames together: it is decoded into four bytes each. */
export const mostPixels = 36_000_000
export const mostFrames = 200
/** The longer side of what is kept. */
export const longestSide = 2560
