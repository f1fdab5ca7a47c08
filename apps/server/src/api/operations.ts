import type { AnyOperation } from '../http/operation.ts'
import type { SiteModule } from '../sites/site-module.ts'
import { issueTokenOperation } from './account/issue-token.ts'
import { readMeOperation } from './account/read-me.ts'
import { banUserOperation } from './admin/ban-user.ts'
import { endUserSessionsOperation } from './admin/end-user-sessions.ts'
import { exportAuditOperation } from './admin/export-audit.ts'
import { listAllPlansOperation } from './admin/list-all-plans.ts'
import { listCompaniesOperation } from './admin/list-companies.ts'
import { listFailedJobsOperation } from './admin/list-failed-jobs.ts'
import { listJobsOperation } from './admin/list-jobs.ts'
import { listSubscriptionsOperation } from './admin/list-subscriptions.ts'
import { listUsersOperation } from './admin/list-users.ts'
import { readCompanyRecordOperation } from './admin/read-company-record.ts'
import { readStatusOperation } from './admin/read-status.ts'
import { readUserOperation } from './admin/read-user.ts'
import { resetTwoFactorOperation } from './admin/reset-two-factor.ts'
import { retryJobOperation } from './admin/retry-job.ts'
import { searchAuditOperation } from './admin/search-audit.ts'
import { setPlanOperation } from './admin/set-plan.ts'
import { unbanUserOperation } from './admin/unban-user.ts'
import { verifyUserOperation } from './admin/verify-user.ts'
import { changeApiKeyOperation } from './api-keys/change-api-key.ts'
import { createApiKeyOperation } from './api-keys/create-api-key.ts'
import { listApiKeysOperation } from './api-keys/list-api-keys.ts'
import { revokeApiKeyOperation } from './api-keys/revoke-api-key.ts'
import { beginIdentitySignInOperation } from './auth/begin-identity-sign-in.ts'
import { changePasswordOperation } from './auth/change-password.ts'
import { checkResetLinkOperation } from './auth/check-reset-link.ts'
import { finishIdentityRequestOperation } from './auth/finish-identity-request.ts'
import { offerPasskeySignInOperation } from './auth/offer-passkey-sign-in.ts'
import { requestPasswordResetOperation } from './auth/request-password-reset.ts'
import { resetPasswordOperation } from './auth/reset-password.ts'
import { signInOperation } from './auth/sign-in.ts'
import { signInWithCodeOperation } from './auth/sign-in-with-code.ts'
import { signInWithPasskeyOperation } from './auth/sign-in-with-passkey.ts'
import { signOutOperation } from './auth/sign-out.ts'
import { signUpOperation } from './auth/sign-up.ts'
import { changeSubscriptionOperation } from './billing/change-subscription.ts'
import { createAccountOperation } from './billing/create-account.ts'
import { createCardTokenOperation } from './billing/create-card-token.ts'
import { createSubscriptionOperation } from './billing/create-subscription.ts'
import {
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
} from './billing/end-subscription.ts'
import { fetchInvoiceOperation } from './billing/fetch-invoice.ts'
import { findAccountsOperation } from './billing/find-accounts.ts'
import { listInvoicesOperation } from './billing/list-invoices.ts'
import { previewChangeOperation } from './billing/preview-change.ts'
import { readCardFormOperation } from './billing/read-card-form.ts'
import { readClientTokenOperation } from './billing/read-client-token.ts'
import { readCustomerOperation } from './billing/read-customer.ts'
import { readInvoiceOperation } from './billing/read-invoice.ts'
import { updateAccountOperation } from './billing/update-account.ts'
import { changeCompanyOperation } from './company/change-company.ts'
import { convertAccountOperation } from './company/convert-account.ts'
import { leaveCompanyOperation } from './company/leave-company.ts'
import { readCompanyOperation } from './company/read-company.ts'
import { transferOwnershipOperation } from './company/transfer-ownership.ts'
import { contentOperations } from './content/operations.ts'
import { deleteAccountOperation } from './deletion/delete-account.ts'
import { exportAccountOperation } from './deletion/export-account.ts'
import { changeErrorOperation } from './errors/change-error.ts'
import { listErrorsOperation } from './errors/list-errors.ts'
import { readErrorOperation } from './errors/read-error.ts'
import { reportErrorOperation } from './errors/report-error.ts'
import { openEventsOperation } from './events/open-events.ts'
import { readHealthOperation } from './health/read-health.ts'
import { readHumanChallengeOperation } from './human-check/read-human-challenge.ts'
import { verifyTrafficOperation } from './human-check/verify-traffic.ts'
import { beginIdentityLinkOperation } from './identities/begin-identity-link.ts'
import { listIdentitiesOperation } from './identities/list-identities.ts'
import { unlinkIdentityOperation } from './identities/unlink-identity.ts'
import { startImpersonationOperation } from './impersonation/start-impersonation.ts'
import { stopImpersonationOperation } from './impersonation/stop-impersonation.ts'
import { acceptInvitationOperation } from './invitations/accept-invitation.ts'
import { invitePersonOperation } from './invitations/invite-person.ts'
import { listInvitationsOperation } from './invitations/list-invitations.ts'
import { openInvitationOperation } from './invitations/open-invitation.ts'
import { resendInvitationOperation } from './invitations/resend-invitation.ts'
import { revokeInvitationOperation } from './invitations/revoke-invitation.ts'
import { signUpInvitedOperation } from './invitations/sign-up-invited.ts'
import { liftMailStopOperation } from './mail-outbox/lift-mail-stop.ts'
import { listMailOperation } from './mail-outbox/list-mail.ts'
import { readMailOperation } from './mail-outbox/read-mail.ts'
import { receiveMailOperation } from './mail-outbox/receive-mail.ts'
import { changeMemberRoleOperation } from './members/change-member-role.ts'
import { listCompanyUsersOperation } from './members/list-company-users.ts'
import { removeMemberOperation } from './members/remove-member.ts'
import { addPasskeyOperation } from './passkeys/add-passkey.ts'
import { beginPasskeyOperation } from './passkeys/begin-passkey.ts'
import { listPasskeysOperation } from './passkeys/list-passkeys.ts'
import { removePasskeyOperation } from './passkeys/remove-passkey.ts'
import { removePasswordOperation } from './passkeys/remove-password.ts'
import { renamePasskeyOperation } from './passkeys/rename-passkey.ts'
import { changeProfileOperation } from './profile/change-profile.ts'
import { confirmEmailOperation } from './profile/confirm-email.ts'
import { fetchPhotoOperation, removePhotoOperation, uploadPhotoOperation } from './profile/photo.ts'
import { readProfileOperation } from './profile/read-profile.ts'
import { updateEmailOperation } from './profile/update-email.ts'
import { beginIdentityReauthenticationOperation } from './sessions/begin-identity-reauthentication.ts'
import { endOtherSessionsOperation } from './sessions/end-other-sessions.ts'
import { endSessionOperation } from './sessions/end-session.ts'
import { listSessionsOperation } from './sessions/list-sessions.ts'
import { offerReauthenticationOperation } from './sessions/offer-reauthentication.ts'
import { reauthenticateOperation } from './sessions/reauthenticate.ts'
import { reauthenticateWithPasskeyOperation } from './sessions/reauthenticate-with-passkey.ts'
import { beginTwoFactorOperation } from './two-factor/begin-two-factor.ts'
import { confirmTwoFactorOperation } from './two-factor/confirm-two-factor.ts'
import { disableTwoFactorOperation } from './two-factor/disable-two-factor.ts'
import { readTwoFactorOperation } from './two-factor/read-two-factor.ts'
import { renewBackupCodesOperation } from './two-factor/renew-backup-codes.ts'
import { startVerificationOperation } from './verification/start-verification.ts'
import { verifyAccountOperation } from './verification/verify-account.ts'
import { receiveWebhookOperation } from './webhooks/receive-webhook.ts'

const fixedOperations: readonly AnyOperation[] = [
  openEventsOperation,
  readHealthOperation,
  signUpOperation,
  signInOperation,
  signInWithCodeOperation,
  offerPasskeySignInOperation,
  signInWithPasskeyOperation,
  beginIdentitySignInOperation,
  finishIdentityRequestOperation,
  signOutOperation,
  requestPasswordResetOperation,
  checkResetLinkOperation,
  resetPasswordOperation,
  changePasswordOperation,
  issueTokenOperation,
  startVerificationOperation,
  verifyAccountOperation,
  readProfileOperation,
  changeProfileOperation,
  uploadPhotoOperation,
  removePhotoOperation,
  fetchPhotoOperation,
  updateEmailOperation,
  confirmEmailOperation,
  reauthenticateOperation,
  offerReauthenticationOperation,
  reauthenticateWithPasskeyOperation,
  beginIdentityReauthenticationOperation,
  listSessionsOperation,
  endSessionOperation,
  endOtherSessionsOperation,
  readTwoFactorOperation,
  beginTwoFactorOperation,
  confirmTwoFactorOperation,
  renewBackupCodesOperation,
  disableTwoFactorOperation,
  listPasskeysOperation,
  beginPasskeyOperation,
  addPasskeyOperation,
  renamePasskeyOperation,
  removePasskeyOperation,
  removePasswordOperation,
  listIdentitiesOperation,
  beginIdentityLinkOperation,
  unlinkIdentityOperation,
  listApiKeysOperation,
  createApiKeyOperation,
  changeApiKeyOperation,
  revokeApiKeyOperation,
  exportAccountOperation,
  deleteAccountOperation,
  convertAccountOperation,
  readCompanyOperation,
  changeCompanyOperation,
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
  readHumanChallengeOperation,
  verifyTrafficOperation,
  readCustomerOperation,
  readCardFormOperation,
  readClientTokenOperation,
  listInvoicesOperation,
  readInvoiceOperation,
  fetchInvoiceOperation,
  previewChangeOperation,
  findAccountsOperation,
  createAccountOperation,
  updateAccountOperation,
  createSubscriptionOperation,
  changeSubscriptionOperation,
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
  createCardTokenOperation,
  receiveWebhookOperation,
  ...contentOperations,
  listMailOperation,
  readMailOperation,
  liftMailStopOperation,
  receiveMailOperation,
  startImpersonationOperation,
  stopImpersonationOperation,
  listUsersOperation,
  readUserOperation,
  banUserOperation,
  unbanUserOperation,
  verifyUserOperation,
  endUserSessionsOperation,
  resetTwoFactorOperation,
  listCompaniesOperation,
  readCompanyRecordOperation,
  setPlanOperation,
  listSubscriptionsOperation,
  readStatusOperation,
  listJobsOperation,
  listFailedJobsOperation,
  retryJobOperation,
  searchAuditOperation,
  exportAuditOperation,
  reportErrorOperation,
  listErrorsOperation,
  readErrorOperation,
  changeErrorOperation,
]

/** The endpoints that all sites share. Two of them answer with what the sites provide. */
export const sharedOperations = (sites: readonly SiteModule[]): readonly AnyOperation[] => [
  readMeOperation(sites),
  ...fixedOperations,
  listAllPlansOperation(sites),
]

/** Every endpoint of a server with these sites, in the order of the documentation. */
export const operationsOf = (sites: readonly SiteModule[]): readonly AnyOperation[] => [
  ...sharedOperations(sites),
  ...sites.flatMap(({ operations }) => operations),
]
