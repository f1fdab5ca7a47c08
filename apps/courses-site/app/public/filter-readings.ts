import type { Documents } from './site-documents.ts'

export type Reading = Documents<'reading-list'>[number]
export type ReadingType = Reading['data']['type']

/** In the order in which the groups stand on the page. */
export const readingTypes: readonly ReadingType[] = ['Books', 'Articles', 'Cases']

export type ReadingFilter = { readonly text: string; readonly type: ReadingType | undefined }

/** The filter of an address: `?q=locke&type=Books`. A type that is not there counts as none. */
export const readFilter = (search: URLSearchParams): ReadingFilter => ({
  text: search.get('q') ?? '',
  type: readingTypes.find((type) => type === search.get('type')),
})

/** Letters without their accents, so that `Cecile` finds `Cécile`. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase()

/** The entries that have every word of the text somewhere, and the type. Their order stays. */
export function filterReadings(readings: readonly Reading[], { text, type }: ReadingFilter): Reading[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return readings.filter(({ name, description, data }) => {
    if (type !== undefined && data.type !== type) return false
    const all = plain([name, data.author, data.source, data.year, description].join(' '))
    return words.every((word) => all.includes(word))
  })
}
