import { grantLeadsOperation } from '../../api/admin/grant-leads.ts'
import { listUserSearchesOperation } from '../../api/admin/list-user-searches.ts'
import { refundFileOperation } from '../../api/admin/refund-file.ts'
import {
  endAlertOperation,
  listAlertsOperation,
  openAlertStopOperation,
  setAlertOperation,
  stopAlertsOperation,
} from '../../api/alerts/alerts.ts'
import { readKeyBudgetOperation } from '../../api/api-keys/read-key-budget.ts'
import {
  keepColumnChoiceOperation,
  readColumnChoiceOperation,
} from '../../api/column-choices/column-choices.ts'
import { listDictionariesOperation } from '../../api/dictionaries/list-dictionaries.ts'
import { readDictionaryOperation } from '../../api/dictionaries/read-dictionary.ts'
import { readDoNotCallOperation } from '../../api/do-not-call/read-do-not-call.ts'
import { confirmDownloadOperation } from '../../api/downloads/confirm-download.ts'
import { fetchFileOperation } from '../../api/downloads/fetch-file.ts'
import { listDownloadsOperation } from '../../api/downloads/list-downloads.ts'
import { quoteDownloadOperation } from '../../api/downloads/quote-download.ts'
import { readDownloadOperation } from '../../api/downloads/read-download.ts'
import { readReceiptOperation } from '../../api/downloads/read-receipt.ts'
import { returnLeadsOperation } from '../../api/downloads/return-leads.ts'
import { beginDropOperation } from '../../api/drop/begin-drop.ts'
import { addDropExemptionOperation, endDropExemptionOperation } from '../../api/drop/exemptions.ts'
import { readDropOperation } from '../../api/drop/read-drop.ts'
import { readDropEvidenceOperation } from '../../api/drop/read-drop-evidence.ts'
import { receiveDropEventOperation } from '../../api/drop/receive-drop-event.ts'
import { openMailStopOperation, stopMailsOperation } from '../../api/email/mail-stops.ts'
import { previewEmailOperation } from '../../api/email/preview-email.ts'
import { listEmailsOperation, readEmailOperation } from '../../api/email/read-emails.ts'
import { retryEmailOperation } from '../../api/email/retry-email.ts'
import { sendEmailOperation } from '../../api/email/send-email.ts'
import { showEmailPageOperation } from '../../api/email/show-email-page.ts'
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
import { readLeadOperation } from '../../api/lead-details/read-lead.ts'
import { readLedgerOperation } from '../../api/ledger/read-ledger.ts'
import { readLedgerUseOperation } from '../../api/ledger/read-ledger-use.ts'
import { readUseOverTimeOperation } from '../../api/ledger/read-use-over-time.ts'
import { listLogHeadsOperation } from '../../api/log/list-heads.ts'
import { listLogKeysOperation } from '../../api/log/list-keys.ts'
import { proveLogConsistencyOperation } from '../../api/log/prove-consistency.ts'
import { serveMcpOperation } from '../../api/mcp/serve-mcp.ts'
import { addOptOutsOperation } from '../../api/opt-outs/add-opt-outs.ts'
import { listOptOutsOperation } from '../../api/opt-outs/list-opt-outs.ts'
import { removeOptOutOperation } from '../../api/opt-outs/remove-opt-out.ts'
import { addOwnListOperation } from '../../api/own-lists/add-own-list.ts'
import { changeOwnListOperation } from '../../api/own-lists/change-own-list.ts'
import { deleteOwnListOperation } from '../../api/own-lists/delete-own-list.ts'
import { fetchFilledFileOperation } from '../../api/own-lists/fetch-filled-file.ts'
import { listOwnListsOperation } from '../../api/own-lists/list-own-lists.ts'
import { matchOwnListOperation } from '../../api/own-lists/match-own-list.ts'
import { listPlansOperation } from '../../api/plans/list-lead-plans.ts'
import { readPlanOperation } from '../../api/plans/read-lead-plan.ts'
import { listAllPromosOperation, listPromosOperation } from '../../api/promos/list-promos.ts'
import { readQualityOperation, readSampleQualityOperation } from '../../api/quality/read-quality.ts'
import { handleReportOperation, listReportsOperation } from '../../api/reports/handle-reports.ts'
import { listOwnReportsOperation, makeReportOperation } from '../../api/reports/make-report.ts'
import { changeSavedSearchOperation } from '../../api/saved-searches/change-saved-search.ts'
import { compareSearchesOperation } from '../../api/saved-searches/compare-searches.ts'
import { deleteSavedSearchOperation } from '../../api/saved-searches/delete-saved-search.ts'
import { duplicateSavedSearchOperation } from '../../api/saved-searches/duplicate-saved-search.ts'
import { listSavedSearchesOperation } from '../../api/saved-searches/list-saved-searches.ts'
import { readSavedSearchOperation } from '../../api/saved-searches/read-saved-search.ts'
import { restoreSavedSearchOperation } from '../../api/saved-searches/restore-saved-search.ts'
import { saveSearchOperation } from '../../api/saved-searches/save-search.ts'
import { readSearchChangesOperation, recordLookOperation } from '../../api/saved-searches/search-changes.ts'
import {
  changeScheduleOperation,
  createScheduleOperation,
  deleteScheduleOperation,
  listSchedulesOperation,
  orderWaitingOperation,
} from '../../api/scheduled-downloads/scheduled-downloads.ts'
import { searchOperations } from '../../api/search/operations.ts'
import {
  createShareLinkOperation,
  listShareLinksOperation,
  revokeShareLinkOperation,
  revokeShareLinksOperation,
  setSharePolicyOperation,
  turnShareLinkOperation,
} from '../../api/share-links/share-links.ts'
import {
  copySharedSearchOperation,
  forgetSharedSearchOperation,
  listSharedWithMeOperation,
  lookAtSharedSearchOperation,
  visitSharedSearchOperation,
} from '../../api/shared-searches/shared-searches.ts'
import { readShowcaseOperation } from '../../api/showcase/read-showcase.ts'
import { approveDownloadOperation } from '../../api/spending/approve-download.ts'
import { askForApprovalOperation } from '../../api/spending/ask-for-approval.ts'
import { readSpendingOperation } from '../../api/spending/read-spending.ts'
import { refuseDownloadOperation } from '../../api/spending/refuse-download.ts'
import { setSpendingLimitOperation } from '../../api/spending/set-spending-limit.ts'
import { withdrawRequestOperation } from '../../api/spending/withdraw-request.ts'
import { addSuppressionListOperation } from '../../api/suppression-lists/add-suppression-list.ts'
import { applySuppressionListOperation } from '../../api/suppression-lists/apply-suppression-list.ts'
import { deleteSuppressionListOperation } from '../../api/suppression-lists/delete-suppression-list.ts'
import { listSuppressionListsOperation } from '../../api/suppression-lists/list-suppression-lists.ts'
import { renameSuppressionListOperation } from '../../api/suppression-lists/rename-suppression-list.ts'
import { restoreSuppressionListOperation } from '../../api/suppression-lists/restore-suppression-list.ts'
import { addWebhookOperation } from '../../api/webhook-endpoints/add-webhook.ts'
import { changeWebhookOperation } from '../../api/webhook-endpoints/change-webhook.ts'
import { deleteWebhookOperation } from '../../api/webhook-endpoints/delete-webhook.ts'
import { listWebhookDeliveriesOperation } from '../../api/webhook-endpoints/list-webhook-deliveries.ts'
import { listWebhooksOperation } from '../../api/webhook-endpoints/list-webhooks.ts'
import { replayWebhookDeliveryOperation } from '../../api/webhook-endpoints/replay-webhook-delivery.ts'
import { testWebhookOperation } from '../../api/webhook-endpoints/test-webhook.ts'
import { turnWebhookSecretOperation } from '../../api/webhook-endpoints/turn-webhook-secret.ts'
import { createZipListOperation } from '../../api/zip-lists/create-zip-list.ts'
import type { AnyOperation } from '../../http/operation.ts'

/** Every endpoint of Leads, in the order of the documentation. */
export const leadsOperations: readonly AnyOperation[] = [
  listPlansOperation,
  readPlanOperation,
  readLedgerOperation,
  readLedgerUseOperation,
  readUseOverTimeOperation,
  readShowcaseOperation,
  readSampleQualityOperation,
  listDictionariesOperation,
  readDoNotCallOperation,
  readColumnChoiceOperation,
  keepColumnChoiceOperation,
  readLeadOperation,
  readDictionaryOperation,
  readQualityOperation,
  ...searchOperations,
  listStatesOperation,
  listCountiesOperation,
  findPlacesByNameOperation,
  createZipListOperation,
  listSavedSearchesOperation,
  saveSearchOperation,
  readSavedSearchOperation,
  changeSavedSearchOperation,
  duplicateSavedSearchOperation,
  readSearchChangesOperation,
  compareSearchesOperation,
  recordLookOperation,
  deleteSavedSearchOperation,
  restoreSavedSearchOperation,
  listAlertsOperation,
  setAlertOperation,
  endAlertOperation,
  openAlertStopOperation,
  stopAlertsOperation,
  createShareLinkOperation,
  listShareLinksOperation,
  turnShareLinkOperation,
  revokeShareLinkOperation,
  revokeShareLinksOperation,
  setSharePolicyOperation,
  lookAtSharedSearchOperation,
  visitSharedSearchOperation,
  copySharedSearchOperation,
  listSharedWithMeOperation,
  forgetSharedSearchOperation,
  sendEmailOperation,
  previewEmailOperation,
  showEmailPageOperation,
  listEmailsOperation,
  readEmailOperation,
  retryEmailOperation,
  listPromosOperation,
  listAllPromosOperation,
  openMailStopOperation,
  stopMailsOperation,
  quoteDownloadOperation,
  confirmDownloadOperation,
  listDownloadsOperation,
  readDownloadOperation,
  fetchFileOperation,
  readReceiptOperation,
  readKeyBudgetOperation,
  returnLeadsOperation,
  listSchedulesOperation,
  createScheduleOperation,
  changeScheduleOperation,
  deleteScheduleOperation,
  orderWaitingOperation,
  askForApprovalOperation,
  approveDownloadOperation,
  readSpendingOperation,
  refuseDownloadOperation,
  setSpendingLimitOperation,
  withdrawRequestOperation,
  listLogHeadsOperation,
  proveLogConsistencyOperation,
  listLogKeysOperation,
  listSuppressionListsOperation,
  addSuppressionListOperation,
  applySuppressionListOperation,
  renameSuppressionListOperation,
  deleteSuppressionListOperation,
  restoreSuppressionListOperation,
  listOwnListsOperation,
  addOwnListOperation,
  changeOwnListOperation,
  matchOwnListOperation,
  fetchFilledFileOperation,
  deleteOwnListOperation,
  serveMcpOperation,
  listWebhooksOperation,
  addWebhookOperation,
  changeWebhookOperation,
  turnWebhookSecretOperation,
  deleteWebhookOperation,
  testWebhookOperation,
  listWebhookDeliveriesOperation,
  replayWebhookDeliveryOperation,
  makeReportOperation,
  listOwnReportsOperation,
  listReportsOperation,
  handleReportOperation,
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
  listOptOutsOperation,
  readDropOperation,
  beginDropOperation,
  addDropExemptionOperation,
  endDropExemptionOperation,
  readDropEvidenceOperation,
  receiveDropEventOperation,
  addOptOutsOperation,
  removeOptOutOperation,
  grantLeadsOperation,
  refundFileOperation,
]
