/** The filters in a page's address, by name; a blank one does not count. */
export function readFilter(request: Request) {
  const { searchParams } = new URL(request.url)
  const text = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined
  return {
    text,
    /** One of the options, or nothing: an address may say anything. */
    oneOf: <T extends string>(name: string, options: readonly T[]): T | undefined =>
      options.find((option) => option === text(name)),
    /** A day of the calendar as the instant it begins, in UTC. */
    day: (name: string): string | undefined => {
      const value = text(name)
      return value && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : undefined
    },
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without the fields that are undefined. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>

/** The address of the page after the one that ends with this, with the same filter. */
export function nextPageOf(request: Request, name: string, last: string | number | undefined): string | null {
  if (last === undefined) return null
  const { searchParams } = new URL(request.url)
  searchParams.set(name, String(last))
  return `?${searchParams}`
}

export const pageLength = 50
