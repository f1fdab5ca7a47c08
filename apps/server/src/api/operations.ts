import type { AnyOperation } from '../http/operation.ts'
import { issueToken } from './account/issue-token.ts'
import { readMe } from './account/read-me.ts'
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
import { listMail } from './mail-outbox/list-mail.ts'
import { readMail } from './mail-outbox/read-mail.ts'
import { changeMemberRoleOperation } from './members/change-member-role.ts'
import { listCompanyUsersOperation } from './members/list-company-users.ts'
import { removeMemberOperation } from './members/remove-member.ts'
import { listPlans } from './plans/list-plans.ts'
import { deleteSavedSearchOperation } from './saved-searches/delete-saved-search.ts'
import { listSavedSearchesOperation } from './saved-searches/list-saved-searches.ts'
import { readSavedSearch } from './saved-searches/read-saved-search.ts'
import { renameSavedSearchOperation } from './saved-searches/rename-saved-search.ts'
import { saveSearchOperation } from './saved-searches/save-search.ts'
import { searchLeadsOperation } from './search/search-leads.ts'
import { suggestValuesOperation } from './search/suggest-values.ts'
import { readShowcaseOperation } from './showcase/read-showcase.ts'
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
  listPlans,
  readLedger,
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
]
