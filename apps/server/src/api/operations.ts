import type { AnyOperation } from '../http/operation.ts'
import { issueToken } from './account/issue-token.ts'
import { readMe } from './account/read-me.ts'
import { changeSubscriptionOperation } from './billing/change-subscription.ts'
import { createAccountOperation } from './billing/create-account.ts'
import { createCardToken } from './billing/create-card-token.ts'
import { createSubscriptionOperation } from './billing/create-subscription.ts'
import {
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
} from './billing/end-subscription.ts'
import { fetchInvoice } from './billing/fetch-invoice.ts'
import { findAccountsOperation } from './billing/find-accounts.ts'
import { listInvoicesOperation } from './billing/list-invoices.ts'
import { previewChangeOperation } from './billing/preview-change.ts'
import { readCardForm } from './billing/read-card-form.ts'
import { readClientToken } from './billing/read-client-token.ts'
import { readCustomerOperation } from './billing/read-customer.ts'
import { readInvoice } from './billing/read-invoice.ts'
import { updateAccountOperation } from './billing/update-account.ts'
import { changeCompany } from './company/change-company.ts'
import { convertAccount } from './company/convert-account.ts'
import { leaveCompanyOperation } from './company/leave-company.ts'
import { readCompany } from './company/read-company.ts'
import { transferOwnershipOperation } from './company/transfer-ownership.ts'
import { listDictionariesOperation } from './dictionaries/list-dictionaries.ts'
import { readDictionary } from './dictionaries/read-dictionary.ts'
import { confirmDownloadOperation } from './downloads/confirm-download.ts'
import { fetchFile } from './downloads/fetch-file.ts'
import { listDownloadsOperation } from './downloads/list-downloads.ts'
import { quoteDownloadOperation } from './downloads/quote-download.ts'
import { readDownload } from './downloads/read-download.ts'
import { findPlacesByName } from './geography/find-places.ts'
import { listCounties } from './geography/list-counties.ts'
import { listStates } from './geography/list-states.ts'
import { readHealth } from './health/read-health.ts'
import { readHumanChallenge } from './human-check/read-human-challenge.ts'
import { verifyTraffic } from './human-check/verify-traffic.ts'
import { startImpersonationOperation } from './impersonation/start-impersonation.ts'
import { stopImpersonationOperation } from './impersonation/stop-impersonation.ts'
import { cancelImport } from './imports/cancel-import.ts'
import { fetchRejects } from './imports/fetch-rejects.ts'
import { listImportsOperation } from './imports/list-imports.ts'
import { proposeDictionaryOperation } from './imports/propose-dictionary.ts'
import { readImport } from './imports/read-import.ts'
import { startImport } from './imports/start-import.ts'
import { acceptInvitationOperation } from './invitations/accept-invitation.ts'
import { invitePersonOperation } from './invitations/invite-person.ts'
import { listInvitationsOperation } from './invitations/list-invitations.ts'
import { openInvitationOperation } from './invitations/open-invitation.ts'
import { resendInvitationOperation } from './invitations/resend-invitation.ts'
import { revokeInvitationOperation } from './invitations/revoke-invitation.ts'
import { signUpInvitedOperation } from './invitations/sign-up-invited.ts'
import { readLedger } from './ledger/read-ledger.ts'
import { readLedgerUseOperation } from './ledger/read-ledger-use.ts'
import { listMail } from './mail-outbox/list-mail.ts'
import { readMail } from './mail-outbox/read-mail.ts'
import { changeMemberRoleOperation } from './members/change-member-role.ts'
import { listCompanyUsersOperation } from './members/list-company-users.ts'
import { removeMemberOperation } from './members/remove-member.ts'
import { listCoursePlans, listPlans } from './plans/list-plans.ts'
import { deleteSavedSearchOperation } from './saved-searches/delete-saved-search.ts'
import { listSavedSearchesOperation } from './saved-searches/list-saved-searches.ts'
import { readSavedSearch } from './saved-searches/read-saved-search.ts'
import { renameSavedSearchOperation } from './saved-searches/rename-saved-search.ts'
import { saveSearchOperation } from './saved-searches/save-search.ts'
import { searchLeadsOperation } from './search/search-leads.ts'
import { suggestValuesOperation } from './search/suggest-values.ts'
import { readShowcaseOperation } from './showcase/read-showcase.ts'
import { receiveWebhookOperation } from './webhooks/receive-webhook.ts'
import { createZipListOperation } from './zip-lists/create-zip-list.ts'

/** Every endpoint, in the order of the documentation. */
export const operations: readonly AnyOperation[] = [
  readHealth,
  readMe,
  issueToken,
  convertAccount,
  readCompany,
  changeCompany,
  leaveCompanyOperation,
  transferOwnershipOperation,
  listCompanyUsersOperation,
  changeMemberRoleOperation,
  removeMemberOperation,
  listInvitationsOperation,
  invitePersonOperation,
  resendInvitationOperation,
  revokeInvitationOperation,
  openInvitationOperation,
  acceptInvitationOperation,
  signUpInvitedOperation,
  readHumanChallenge,
  verifyTraffic,
  listPlans,
  listCoursePlans,
  readLedger,
  readLedgerUseOperation,
  readCustomerOperation,
  readCardForm,
  readClientToken,
  listInvoicesOperation,
  readInvoice,
  fetchInvoice,
  previewChangeOperation,
  findAccountsOperation,
  createAccountOperation,
  updateAccountOperation,
  createSubscriptionOperation,
  changeSubscriptionOperation,
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
  createCardToken,
  receiveWebhookOperation,
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
  quoteDownloadOperation,
  confirmDownloadOperation,
  listDownloadsOperation,
  readDownload,
  fetchFile,
  proposeDictionaryOperation,
  startImport,
  listImportsOperation,
  readImport,
  cancelImport,
  fetchRejects,
  listMail,
  readMail,
  startImpersonationOperation,
  stopImpersonationOperation,
]
