import type { CacheLimits } from '@freeor/kernel/cache'
import type { Limits } from '@freeor/kernel/limiter'

/** How much of each kind one process does at the same time; the key is a company. */
export const leadsLimits = {
  /** Colleagues who search at the same moment wait for each other, but not long; a refused search is sent again. */
  searches: { concurrency: 16, concurrencyPerKey: 2, queue: 64, queuePerKey: 8, longestWaitMs: 1_000 },
  /** The counts of quotes, confirms and saved searches take longer than a page of a search: few at a time. */
  counts: { concurrency: 8, concurrencyPerKey: 2, queue: 240, queuePerKey: 60 },
  /** Fewer than the engine takes, which refuses more instead of letting them wait: one search sends several. */
  statements: { concurrency: 14 },
  /**
   * Orders and settlements: one at a time for a company, as several would count against the same credits and be
   * refused.
   */
  orders: { concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 1 },
  /** Bringing the engine's table of owned leads up to date. */
  catchUps: { concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 1 },
  /** Reading a suppression list takes the engine for seconds, and it is compared with every lead. */
  listReads: { concurrency: 2, concurrencyPerKey: 1, queue: 20, queuePerKey: 2 },
  /** Leads that are sent back: their domains are asked about. */
  returns: { concurrency: 4, concurrencyPerKey: 1, queue: 20, queuePerKey: 2 },
  /** Finding the leads of a version that a suppression list means: once for each of both. */
  matching: { concurrency: 2, concurrencyPerKey: 1 },
  /** Bringing the engine's table of statuses and notes up to date. */
  leadNoteCopies: { concurrency: 8, concurrencyPerKey: 1 },
  /** Reading a list of a company's own. */
  ownListReads: { concurrency: 2, concurrencyPerKey: 1, queue: 20, queuePerKey: 2 },
  /** Comparing a list of a company's own with a version: once for each of both, in most of the engine's memory. */
  ownListMatches: { concurrency: 1, queue: 100, queuePerKey: 20 },
} as const satisfies Record<string, Limits>

/** No search takes longer, in seconds. */
export const longestSearch = 3.5

/** A column with more values is left to the engine's index. */
export const mostValuesOfColumn = 30_000

/** What is kept in memory, for each engine. */
export const leadsCaches = {
  /** Answers about a version, in characters: some 32 MB at most. A map of all hexagons would push out too many others. */
  versionAnswers: { entries: 500, size: 16_000_000, largest: 1_000_000 },
  /** The values of columns, in values: some 40 MB. */
  columnValues: { size: 300_000 },
  /** Up to which file each company's owned leads are in the engine. */
  ownership: { entries: 20_000 },
  /** Up to which change each company's statuses and notes are in the engine. */
  leadNotes: { entries: 20_000 },
  /** How many leads of each version are a business with others. */
  businesses: { entries: 1_000 },
  /** How many leads of each version the suppression lists mean. */
  suppressed: { entries: 20_000 },
  /** The versions whose numbers are marked by the do-not-call registry. */
  marked: { entries: 20_000 },
  /** The matches of companies' own lists that are in the engine. */
  ownLists: { entries: 20_000 },
  /** The ZIP lists that are in the engine. */
  zipLists: { entries: 20_000 },
  /** The figures of versions, about 20 KB each. */
  quality: { entries: 200 },
} as const satisfies Record<string, CacheLimits>
