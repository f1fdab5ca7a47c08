const longestName = 60

/** `{random}-{cleaned name}`: letters and digits of the name as it was, in small ASCII; the ending is the kind's. */
export function imageName(given: string, { random, ending }: { random: string; ending: string }): string {
  const bare = given
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-+|-+$/g, '')
  return `${random}-${bare || 'picture'}.${ending}`
}
