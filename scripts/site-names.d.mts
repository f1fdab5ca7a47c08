export function findSiteNames(path: string, text: string): string[]
