/** What the geography knows; passed in, so that the compiler and the plain evaluator stay pure. */
export type PlaceLookup = {
  /** Counties by name ("Fulton" or "Fulton County"), in one state or in all. */
  findCounty(name: string, state?: string): readonly { fips: string }[]
  /** FIPS codes of the counties that an area lies in which is a county at another time than on the map. */
  countiesAround(name: string, state?: string): readonly string[]
  findZip(zip: string): { lat: number; lon: number } | undefined
}

/** The existing uploaded ZIP lists, by id without the `@`. Their codes are in the engine. */
export type KnownZipLists = { has(id: string): boolean }

/** Uploaded ZIP lists with their codes, by id without the `@`. */
export type ZipLists = ReadonlyMap<string, readonly string[]>
