import { listDictionariesOperation } from '../../api/dictionaries/list-dictionaries.ts'
import { readDictionary } from '../../api/dictionaries/read-dictionary.ts'
import { confirmDownloadOperation } from '../../api/downloads/confirm-download.ts'
import { fetchFile } from '../../api/downloads/fetch-file.ts'
import { listDownloadsOperation } from '../../api/downloads/list-downloads.ts'
import { quoteDownloadOperation } from '../../api/downloads/quote-download.ts'
import { readDownload } from '../../api/downloads/read-download.ts'
import { findPlacesByName } from '../../api/geography/find-places.ts'
import { listCounties } from '../../api/geography/list-counties.ts'
import { listStates } from '../../api/geography/list-states.ts'
import { cancelImport } from '../../api/imports/cancel-import.ts'
import { fetchRejects } from '../../api/imports/fetch-rejects.ts'
import { listImportsOperation } from '../../api/imports/list-imports.ts'
import { proposeDictionaryOperation } from '../../api/imports/propose-dictionary.ts'
import { readImport } from '../../api/imports/read-import.ts'
import { startImport } from '../../api/imports/start-import.ts'
import { continueUpload, createUpload, readUpload, removeUpload } from '../../api/imports/uploads.ts'
import { readLedger } from '../../api/ledger/read-ledger.ts'
import { readLedgerUseOperation } from '../../api/ledger/read-ledger-use.ts'
import { grantLeads } from '../../api/operator/grant-leads.ts'
import { listUserSearches } from '../../api/operator/list-user-searches.ts'
import { refundFile } from '../../api/operator/refund-file.ts'
import { listPlans } from '../../api/plans/list-lead-plans.ts'
import { readPlan } from '../../api/plans/read-lead-plan.ts'
import { deleteSavedSearchOperation } from '../../api/saved-searches/delete-saved-search.ts'
import { listSavedSearchesOperation } from '../../api/saved-searches/list-saved-searches.ts'
import { readSavedSearch } from '../../api/saved-searches/read-saved-search.ts'
import { renameSavedSearchOperation } from '../../api/saved-searches/rename-saved-search.ts'
import { restoreSavedSearchOperation } from '../../api/saved-searches/restore-saved-search.ts'
import { saveSearchOperation } from '../../api/saved-searches/save-search.ts'
import { searchLeadsOperation } from '../../api/search/search-leads.ts'
import { suggestValuesOperation } from '../../api/search/suggest-values.ts'
import { readShowcaseOperation } from '../../api/showcase/read-showcase.ts'
import { createZipListOperation } from '../../api/zip-lists/create-zip-list.ts'
import type { AnyOperation } from '../../http/operation.ts'

/** Every endpoint of Leads, in the order of the documentation. */
export const leadsOperations: readonly AnyOperation[] = [
  listPlans,
  readPlan,
  readLedger,
  readLedgerUseOperation,
  readShowcaseOperation,
  listDictionariesOperation,
  readDictionary,
  searchLeadsOperation,
  suggestValuesOperation,
  listStates,
  listCounties,
  findPlacesByName,
  createZipListOperation,
  listSavedSearchesOperation,
  saveSearchOperation,
  readSavedSearch,
  renameSavedSearchOperation,
  deleteSavedSearchOperation,
  restoreSavedSearchOperation,
  quoteDownloadOperation,
  confirmDownloadOperation,
  listDownloadsOperation,
  readDownload,
  fetchFile,
  createUpload,
  readUpload,
  continueUpload,
  removeUpload,
  proposeDictionaryOperation,
  startImport,
  listImportsOperation,
  readImport,
  cancelImport,
  fetchRejects,
  listUserSearches,
  grantLeads,
  refundFile,
]
