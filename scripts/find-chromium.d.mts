/** The path of a Chromium: the installed one, else one that is installed now. */
export function findChromium(): string
