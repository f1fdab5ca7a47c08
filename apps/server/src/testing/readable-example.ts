const mostItems = 2
const mostCharacters = 300
/** Credentials are not shown, even those of an installation that no longer exists. */
const secretMembers = /^(token|clientToken|password|newPassword|currentPassword|ticket|secret)$/
const isSecret = (name: string, value: string) => secretMembers.test(name) || value.startsWith('frk_')

/** The first of each list, texts of a length that a person reads, and a word in place of each secret. */
export function readableExample(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isShort = value.every((each) => typeof each === 'number')
    return (isShort ? value : value.slice(0, mostItems)).map(readableExample)
  }
  if (typeof value === 'string')
    return value.replaceAll(/token=[\w-]+/g, 'token=your-token').slice(0, mostCharacters)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && isSecret(name, each) ? `your ${name}` : readableExample(each),
    ]),
  )
}
