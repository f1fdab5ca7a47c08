import { grantLeadsOperation } from '../../api/admin/grant-leads.ts'
import { listUserSearchesOperation } from '../../api/admin/list-user-searches.ts'
import { refundFileOperation } from '../../api/admin/refund-file.ts'
import { listDictionariesOperation } from '../../api/dictionaries/list-dictionaries.ts'
import { readDictionaryOperation } from '../../api/dictionaries/read-dictionary.ts'
import { confirmDownloadOperation } from '../../api/downloads/confirm-download.ts'
import { fetchFileOperation } from '../../api/downloads/fetch-file.ts'
import { listDownloadsOperation } from '../../api/downloads/list-downloads.ts'
import { quoteDownloadOperation } from '../../api/downloads/quote-download.ts'
import { readDownloadOperation } from '../../api/downloads/read-download.ts'
import { findPlacesByNameOperation } from '../../api/geography/find-places.ts'
import { listCountiesOperation } from '../../api/geography/list-counties.ts'
import { listStatesOperation } from '../../api/geography/list-states.ts'
import { cancelImportOperation } from '../../api/imports/cancel-import.ts'
import { fetchRejectsOperation } from '../../api/imports/fetch-rejects.ts'
import { listImportsOperation } from '../../api/imports/list-imports.ts'
import { proposeDictionaryOperation } from '../../api/imports/propose-dictionary.ts'
import { readImportOperation } from '../../api/imports/read-import.ts'
import { startImportOperation } from '../../api/imports/start-import.ts'
import {
  continueUploadOperation,
  createUploadOperation,
  readUploadOperation,
  removeUploadOperation,
} from '../../api/imports/uploads.ts'
import { readLedgerOperation } from '../../api/ledger/read-ledger.ts'
import { readLedgerUseOperation } from '../../api/ledger/read-ledger-use.ts'
import { listPlansOperation } from '../../api/plans/list-lead-plans.ts'
import { readPlanOperation } from '../../api/plans/read-lead-plan.ts'
import { deleteSavedSearchOperation } from '../../api/saved-searches/delete-saved-search.ts'
import { listSavedSearchesOperation } from '../../api/saved-searches/list-saved-searches.ts'
import { readSavedSearchOperation } from '../../api/saved-searches/read-saved-search.ts'
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
  listPlansOperation,
  readPlanOperation,
  readLedgerOperation,
  readLedgerUseOperation,
  readShowcaseOperation,
  listDictionariesOperation,
  readDictionaryOperation,
  searchLeadsOperation,
  suggestValuesOperation,
  listStatesOperation,
  listCountiesOperation,
  findPlacesByNameOperation,
  createZipListOperation,
  listSavedSearchesOperation,
  saveSearchOperation,
  readSavedSearchOperation,
  renameSavedSearchOperation,
  deleteSavedSearchOperation,
  restoreSavedSearchOperation,
  quoteDownloadOperation,
  confirmDownloadOperation,
  listDownloadsOperation,
  readDownloadOperation,
  fetchFileOperation,
  createUploadOperation,
  readUploadOperation,
  continueUploadOperation,
  removeUploadOperation,
  proposeDictionaryOperation,
  startImportOperation,
  listImportsOperation,
  readImportOperation,
  cancelImportOperation,
  fetchRejectsOperation,
  listUserSearchesOperation,
  grantLeadsOperation,
  refundFileOperation,
]
