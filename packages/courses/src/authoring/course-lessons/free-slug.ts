/** The number as an address, or the next one that no lesson of the course has. */
export function freeSlug(number: number, taken: readonly string[]): string {
  const slugs = new Set(taken)
  let n = number
  while (slugs.has(String(n))) n += 1
  return String(n)
}
