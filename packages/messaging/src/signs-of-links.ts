/*
 * Signs that mail programs and browsers read as those of an address (UTS 46), and signs that look like them; each is a
 * list for the brackets of a regular expression. Full-width forms and the one dot leader are those that NFKC undoes.
 */

/** As a dot. */
export const otherDots = String.raw`\u3002\uFF61\uFE52\u06D4\u0701\u0702\u2027\uA4F8\uA78F\u{10A50}`
export const otherSlashes = String.raw`\u2044\u2215\u29F8\u27CB\u2571`
export const otherColons = String.raw`\u2236\u02D0\u02F8\uA789\u0589\u05C3\u0703\u0704\u1803\u205A`
/** What NFKC makes the sign itself. */
export const wideDots = String.raw`\uFF0E\u2024`
export const wideSlashes = String.raw`\uFF0F`
export const wideAts = String.raw`\uFF20\uFE6B`

/** What is not seen, or turns the order of what is: a text without it says what it seems to say. */
export const unseen = String.raw`\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF`
