import type { CacheLimits } from '@freeor/kernel/cache'

/** What the pages of this site keep in memory. */
export const siteCaches = {
  /** Texts that were read, in characters: a tree takes some ten times as much memory as its text. */
  markdown: { size: 2_000_000 },
} as const satisfies Record<string, CacheLimits>
