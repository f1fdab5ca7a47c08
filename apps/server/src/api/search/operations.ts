import { setLeadNoteOperation } from '../lead-details/set-lead-note.ts'
import { countPlotsOperation } from './count-plots.ts'
import { explainEmptySearchOperation } from './explain-empty-search.ts'
import { findDuplicatesOperation } from './find-duplicates.ts'
import { searchLeadsOperation } from './search-leads.ts'
import { suggestValuesOperation } from './suggest-values.ts'

/** What searches answer. */
export const searchOperations = [
  searchLeadsOperation,
  suggestValuesOperation,
  findDuplicatesOperation,
  explainEmptySearchOperation,
  countPlotsOperation,
  setLeadNoteOperation,
]
