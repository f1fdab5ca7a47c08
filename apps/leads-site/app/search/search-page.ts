import type { DoNotCallRegistry } from '@freeor/leads/do-not-call/schema'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import type { Dictionary, SearchAnswer } from '@freeor/leads/schema'
import type { SearchProblem } from '../api/search.ts'

/** What the page of a search is drawn from. */
export type SearchPage = {
  dictionary: Dictionary
  /** What telephone numbers are marked by. */
  registry: DoNotCallRegistry | null
  /** The columns that this person has chosen for the table; null: as the dictionary has them. */
  keptColumns: string[] | null
  /** Null when the search was refused: `problem` says why. */
  answer: SearchAnswer | null
  problem: SearchProblem | null
  /** The saved search this was opened from. */
  opened: SavedSearch | null
}
