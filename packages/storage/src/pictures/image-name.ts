const longestName = 60

type NameParts = {
  readonly random: string
  readonly ending: string
  /** In place of a name of which nothing is left. */
  readonly bare?: string
}

/** `{random}-{cleaned name}`: letters and digits of the name as it was, in small ASCII; the ending is the kind's. */
export function imageName(given: string, { random, ending, bare = 'picture' }: NameParts): string {
  const cleaned = given
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-+|-+$/g, '')
  return `${random}-${cleaned || bare}.${ending}`
}
