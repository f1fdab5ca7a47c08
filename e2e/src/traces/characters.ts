/** How often each letter or digit occurs. Signs and blanks are typed by both, and the same change counts once. */
export type Characters = Map<string, number>

export const charactersOf = (text: string): Characters => addTo(new Map(), text, 1)

/** Adds the characters of a text, or takes them away. */
export function addTo(characters: Characters, text: string, times: 1 | -1): Characters {
  for (const [sign] of text.matchAll(/[\p{L}\p{N}]/gu))
    characters.set(sign, (characters.get(sign) ?? 0) + times)
  return characters
}

/** The characters of one that are not in the other, as often as they are missing. */
export function missingIn(wanted: Characters, given: Characters): Characters {
  const missing: Characters = new Map()
  for (const [sign, count] of wanted) {
    const lacking = count - (given.get(sign) ?? 0)
    if (lacking > 0) missing.set(sign, lacking)
  }
  return missing
}

export function takeAway(from: Characters, taken: Characters): void {
  for (const [sign, count] of taken) from.set(sign, (from.get(sign) ?? 0) - count)
}
